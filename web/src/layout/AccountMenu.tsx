import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { send, sessionQuery, useAccount } from '../api/index.ts'
import { useTerms } from '../i18n/index.ts'
import { Badge, IconButton, Menu, MenuItem, MenuSeparator, MenuText } from '../ui/index.ts'
import { useLayoutWords } from './words.ts'

export function AccountMenu() {
  const t = useLayoutWords()
  const terms = useTerms()
  const account = useAccount()
  const navigate = useNavigate()
  const client = useQueryClient()
  const signOut = useMutation({
    mutationFn: () => send('post', '/sign-out'),
    onSuccess: async () => {
      client.setQueryData(sessionQuery.queryKey, (known) => (known ? { ...known, account: null } : known))
      await navigate({ to: '/sign-in' })
      client.clear()
    },
  })
  return (
    <Menu trigger={<IconButton icon="user" label={t('account')} />}>
      <MenuText>
        {account.email}
        <br />
        <Badge>{terms(account.role)}</Badge>
      </MenuText>
      <MenuSeparator />
      <MenuItem icon="settings" onSelect={() => void navigate({ to: '/settings' })}>
        {t('settings')}
      </MenuItem>
      <MenuItem icon="external" onSelect={() => signOut.mutate()}>
        {t('signOut')}
      </MenuItem>
    </Menu>
  )
}

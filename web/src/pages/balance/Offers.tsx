import { useMutation, useQuery } from '@tanstack/react-query'
import { read, send } from '../../api/index.ts'
import { useLanguage } from '../../i18n/index.ts'
import { Button, Card, ErrorNote, formatPoints, Points } from '../../ui/index.ts'
import s from './balance.module.css'
import { useWords } from './words.ts'

/** Offers of points, if the operator has a payment provider. */
export function Offers() {
  const t = useWords()
  const language = useLanguage()
  const offers = useQuery(read('/payments/offers'))
  const pay = useMutation({
    mutationFn: (offer: string) => send('post', '/payments', { body: { offer_id: offer } }),
    onSuccess: ({ url }) => window.location.assign(url),
  })
  if (!offers.data?.provider || offers.data.items.length === 0) return null
  const price = (minorUnits: number, currency: string) =>
    new Intl.NumberFormat(language === 'zh' ? 'zh-CN' : 'en-GB', { style: 'currency', currency }).format(
      minorUnits / 100,
    )
  return (
    <Card title={t('buy')} description={t('buyText', { provider: offers.data.provider })}>
      <ul className={s.offers}>
        {offers.data.items.map((offer) => (
          <li key={offer.offer_id} className={s.offer}>
            <Points cents={offer.point_cents} unit />
            <Button
              variant="primary"
              busy={pay.isPending && pay.variables === offer.offer_id}
              disabled={pay.isPending}
              onClick={() => pay.mutate(offer.offer_id)}
              aria-label={t('buyAction', {
                points: formatPoints(offer.point_cents, language),
                price: price(offer.price_minor_units, offer.currency),
              })}
            >
              {price(offer.price_minor_units, offer.currency)}
            </Button>
          </li>
        ))}
      </ul>
      <ErrorNote error={pay.error} />
    </Card>
  )
}

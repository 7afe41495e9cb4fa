import { Radio } from '@base-ui/react/radio'
import { RadioGroup } from '@base-ui/react/radio-group'
import { useId } from 'react'
import s from './RoleChoice.module.css'
import { useWords } from './words.ts'

type Role = 'recruiter' | 'job_seeker'

interface Props {
  readonly value: Role
  readonly onChange: (role: Role) => void
}

/** The role of the new account with its permissions; only an administrator can change it later. */
export function RoleChoice({ value, onChange }: Props) {
  const t = useWords()
  const id = useId()
  const choices = [
    { role: 'recruiter', name: t('recruiter'), may: t('recruiterMay') },
    { role: 'job_seeker', name: t('jobSeeker'), may: t('jobSeekerMay') },
  ] as const
  return (
    <div className={s.field}>
      <span id={id} className={s.label}>
        {t('role')}
      </span>
      <RadioGroup aria-labelledby={id} value={value} onValueChange={onChange} className={s.group}>
        {choices.map(({ role, name, may }) => (
          // biome-ignore lint/a11y/noLabelWithoutControl: the control is a part of Base UI
          <label key={role} className={s.choice} data-chosen={value === role || undefined}>
            <Radio.Root value={role} className={s.radio}>
              <Radio.Indicator className={s.dot} />
            </Radio.Root>
            <span>
              <span className={s.name}>{name}</span>
              <span className={s.may}>{may}</span>
            </span>
          </label>
        ))}
      </RadioGroup>
    </div>
  )
}

import { type InputHTMLAttributes, type ReactNode, type TextareaHTMLAttributes, useId } from 'react'
import { cx } from '../cx.ts'
import s from './TextField.module.css'

interface Shared {
  readonly label: ReactNode
  readonly hint?: ReactNode
  /** The field's problem; announced when the field gets the focus. */
  readonly problem?: string | undefined
  /** The label is for screen readers only, such as in a toolbar. */
  readonly labelHidden?: boolean
}
type InputProps = Shared & Omit<InputHTMLAttributes<HTMLInputElement>, 'id'> & { readonly suffix?: ReactNode }
type AreaProps = Shared & Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'id'>

export function TextField({ label, hint, problem, labelHidden, suffix, className, ...input }: InputProps) {
  const id = useId()
  return (
    <Field {...{ id, label, hint, problem, labelHidden, className }}>
      <span className={s.box}>
        <input {...input} id={id} className={s.input} {...described(id, hint, problem)} />
        {suffix && <span className={s.suffix}>{suffix}</span>}
      </span>
    </Field>
  )
}

export function TextArea({ label, hint, problem, labelHidden, className, ...area }: AreaProps) {
  const id = useId()
  return (
    <Field {...{ id, label, hint, problem, labelHidden, className }}>
      <textarea
        rows={8}
        {...area}
        id={id}
        className={cx(s.input, s.area)}
        {...described(id, hint, problem)}
      />
    </Field>
  )
}

function described(id: string, hint: ReactNode, problem: string | undefined) {
  const ids = [hint && `${id}-hint`, problem && `${id}-problem`].filter(Boolean).join(' ')
  return { 'aria-describedby': ids || undefined, 'aria-invalid': problem ? true : undefined }
}

interface FieldProps extends Shared {
  readonly id: string
  readonly className?: string
  readonly children: ReactNode
}

/** A label above and a hint and a problem below; also used around other controls. */
export function Field({ id, label, hint, problem, labelHidden, className, children }: FieldProps) {
  return (
    <div className={cx(s.field, className)}>
      <label htmlFor={id} className={cx(s.label, labelHidden && s.hidden)}>
        {label}
      </label>
      {children}
      {problem && (
        <p id={`${id}-problem`} className={s.problem}>
          {problem}
        </p>
      )}
      {hint && (
        <p id={`${id}-hint`} className={s.hint}>
          {hint}
        </p>
      )}
    </div>
  )
}

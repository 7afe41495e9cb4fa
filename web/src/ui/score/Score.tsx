import s from './Score.module.css'

/** 0 to 100; the bar repeats the number. */
export function Score({ value }: { readonly value: number }) {
  return (
    <span className={s.score}>
      {value}
      <span className={s.track} aria-hidden="true">
        <span className={s.bar} style={{ width: `${Math.max(0, Math.min(100, value))}%` }} />
      </span>
    </span>
  )
}

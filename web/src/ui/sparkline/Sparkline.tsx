import s from './Sparkline.module.css'

interface Props {
  readonly values: readonly number[]
  /** The content in words, for screen readers. */
  readonly label: string
}

const [width, height] = [96, 24]

/** A small line chart, oldest value first. */
export function Sparkline({ values, label }: Props) {
  const step = width / Math.max(1, values.length - 1)
  const empty = values.every((value) => value === 0)
  // Without calls: a flat line in the middle.
  const top = empty ? 0 : Math.max(...values)
  const points = values.map((value, index) => `${(index * step).toFixed(1)},${y(value, top)}`)
  return (
    <svg
      className={s.line}
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={label}
    >
      {!empty && <polygon className={s.area} points={`0,${height} ${points.join(' ')} ${width},${height}`} />}
      <polyline className={empty ? s.flat : s.stroke} points={points.join(' ')} />
    </svg>
  )
}

function y(value: number, top: number): string {
  if (top === 0) return String(height / 2)
  return (height - 1.5 - (value / top) * (height - 3)).toFixed(1)
}

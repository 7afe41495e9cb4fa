import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import type { Series } from './Chart.tsx'

interface What {
  readonly days: readonly string[]
  readonly dayLabel: string
  readonly series: readonly Series[]
  readonly kind: 'bars' | 'lines'
  readonly format: (value: number) => string
  readonly language: 'zh' | 'en'
  readonly theme: 'light' | 'dark'
}

export interface Drawing {
  destroy(): void
}

const height = 220
/** Steps of the value axis; calls, point_cents and milliseconds are whole numbers. */
const wholeSteps = Array.from({ length: 39 }, (_, n) => ([1, 2, 5][n % 3] ?? 1) * 10 ** Math.floor(n / 3))
const colors = ['--chart-1', '--chart-2', '--chart-3', '--chart-4']

/** Draws with uPlot; loaded when the first chart is shown. */
export function draw(place: HTMLElement, what: What): Drawing {
  const style = getComputedStyle(place)
  const color = (name: string) => style.getPropertyValue(name).trim()
  const days = what.days.map((day) => Date.parse(`${day}T00:00:00Z`) / 1000)
  const dayName = new Intl.DateTimeFormat(what.language === 'zh' ? 'zh-CN' : 'en-GB', {
    timeZone: 'UTC',
    month: what.language === 'zh' ? 'numeric' : 'short',
    day: 'numeric',
  })
  const axis = {
    stroke: color('--text-muted'),
    grid: { stroke: color('--border'), width: 1 },
    ticks: { show: false },
    font: `12px ${style.fontFamily}`,
  }
  const bars = what.kind === 'bars' ? { paths: uPlot.paths.bars?.({ size: [0.7, 26], radius: 0.15 }) } : {}
  const options: uPlot.Options = {
    width: place.clientWidth,
    height,
    tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), 'UTC'),
    cursor: { y: false, points: { show: what.kind === 'lines' } },
    legend: { show: true },
    scales: {
      x: { range: (_, from, to) => [from - 43_200, to + 43_200] },
      y: { range: (_, __, to) => [0, Math.max(to * 1.1, 1)] },
    },
    axes: [
      {
        ...axis,
        grid: { show: false },
        values: (_, splits) => splits.map((at) => dayName.format(at * 1000)),
        incrs: [1, 2, 5, 7, 14, 30].map((n) => n * 86_400),
      },
      { ...axis, size: 64, incrs: wholeSteps, values: (_, splits) => splits.map(what.format) },
    ],
    series: [
      { label: what.dayLabel, value: (_, at) => (at === null ? '' : dayName.format(at * 1000)) },
      ...what.series.map(({ label }, index) => ({
        label,
        stroke: color(colors[index % colors.length] ?? ''),
        fill: what.kind === 'bars' ? color(colors[index % colors.length] ?? '') : 'transparent',
        width: what.kind === 'bars' ? 0 : 2,
        points: { show: false },
        value: (_: uPlot, value: number | null) => (value === null ? '' : what.format(value)),
        ...bars,
      })),
    ],
  }
  const plot = new uPlot(options, [days, ...what.series.map(({ values }) => [...values])], place)
  const resized = new ResizeObserver(() => plot.setSize({ width: place.clientWidth, height }))
  resized.observe(place)
  return {
    destroy() {
      resized.disconnect()
      plot.destroy()
    },
  }
}

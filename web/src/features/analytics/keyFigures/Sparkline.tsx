const WIDTH = 72
const HEIGHT = 22

/** The trend of a figure. It is decoration: the charts below show the same with its numbers. Time runs left to right. */
export function Sparkline({ values }: { values: readonly number[] }) {
  if (values.length < 2) return <span className="sparkline" />
  const [least, most] = [Math.min(...values), Math.max(...values)]
  const points = values.map((value, at) => {
    const share = most === least ? 0.5 : (value - least) / (most - least)
    return `${((at / (values.length - 1)) * WIDTH).toFixed(1)},${(HEIGHT - share * (HEIGHT - 2)).toFixed(1)}`
  })
  return (
    <svg className="sparkline" viewBox={`-1 -1 ${WIDTH + 2} ${HEIGHT + 4}`} aria-hidden="true">
      <polyline points={points.join(' ')} />
    </svg>
  )
}

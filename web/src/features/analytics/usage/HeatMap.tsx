import { type CSSProperties, type KeyboardEvent, useRef, useState } from 'react'
import { useDirection } from '../../../theme/useDirection.ts'
import { hourName, weekdayName } from '../days.ts'
import { drawn, isHidden } from '../figures.ts'
import { figureText } from '../figureText.ts'
import { analyticsTexts } from '../lang/en.ts'
import { type Hour, hours, weekdays } from './week.ts'

/** A labeled hour, from which the next ones can be counted. */
const LABEL_EVERY = 6

interface Place {
  weekday: number
  hour: number
}

const moves: Record<string, [days: number, hours: number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
}

/**
 * The hours of the week as a table, darker with more questions. It is one tab stop, and arrow keys move between the
 * hours. Like the time axes of charts, it runs from left to right in every language.
 */
export function HeatMap({ of }: { of: Hour }) {
  const t = analyticsTexts.useText()
  const direction = useDirection()
  const table = useRef<HTMLTableElement>(null)
  const [stop, setStop] = useState<Place>({ weekday: 1, hour: 9 })
  const [shown, show] = useState<Place | null>(null)
  const most = Math.max(...weekdays.flatMap((weekday) => hours.map((hour) => drawn(of(weekday, hour)))), 1)

  function onKeyDown(event: KeyboardEvent) {
    const move = moves[event.key]
    if (!move) return
    event.preventDefault()
    const weekday = Math.min(Math.max(stop.weekday + move[0], 1), weekdays.length)
    const hour = Math.min(Math.max(stop.hour + move[1], 0), hours.length - 1)
    setStop({ weekday, hour })
    table.current?.querySelector<HTMLElement>(`[data-at="${weekday} ${hour}"]`)?.focus()
  }

  return (
    <div className="heat" dir="ltr">
      <table
        className="heat-table"
        ref={table}
        onKeyDown={onKeyDown}
        onMouseLeave={() => show(null)}
        onBlur={() => show(null)}
      >
        <caption className="hidden">{t('report.WhenPeopleAsk')}</caption>
        <thead>
          <tr>
            <td />
            {hours.map((hour) => (
              <th key={hour} scope="col">
                <span dir="auto" className={hour % LABEL_EVERY === 0 ? undefined : 'hidden'}>
                  {hourName(hour)}
                </span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weekdays.map((weekday) => (
            <tr key={weekday}>
              <th scope="row" dir="auto">
                {weekdayName(weekday, 'short')}
              </th>
              {hours.map((hour) => {
                const figure = of(weekday, hour)
                return (
                  <td
                    key={hour}
                    data-at={`${weekday} ${hour}`}
                    data-hidden={isHidden(figure) || undefined}
                    style={{ '--share': drawn(figure) / most } as CSSProperties}
                    tabIndex={stop.weekday === weekday && stop.hour === hour ? 0 : -1}
                    onFocus={() => show({ weekday, hour })}
                    onMouseEnter={() => show({ weekday, hour })}
                  >
                    <span className="hidden">{figureText(figure, 'Questions')}</span>
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
      {shown && (
        <div
          className="chart-tooltip heat-tooltip"
          dir={direction}
          data-late={shown.hour >= hours.length / 2 || undefined}
          style={{ '--hour': shown.hour, '--weekday': shown.weekday } as CSSProperties}
          aria-hidden="true"
        >
          <p>
            {t('hourOfWeek', {
              weekday: weekdayName(shown.weekday, 'long'),
              from: hourName(shown.hour),
              to: hourName(shown.hour + 1),
            })}
          </p>
          <p className="row">
            <span className="grow m2">{t('column.questions')}</span>
            <span className="num">{figureText(of(shown.weekday, shown.hour), 'Questions')}</span>
          </p>
        </div>
      )}
    </div>
  )
}

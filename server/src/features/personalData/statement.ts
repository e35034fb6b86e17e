import { limits } from '@parlance/contract/limits'
import type { DataArea, ErasedAs, Erasure } from '@parlance/contract/personalData'
import type { z } from 'zod'
import { escapeHtml } from '../../platform/http/escapeHtml.ts'
import { momentIn, pageEnd, pageStart } from './contents/html.ts'
import type { DataTexts } from './contents/shape.ts'
import { type DataLanguage, dataTexts } from './contents/texts.ts'

type Stated = z.output<typeof Erasure>

/** The areas that remain, wholly or in part, with the reason. */
const reasonOf = (t: DataTexts, area: DataArea) => t.statement.kept[area] ?? ''

function countText(count: number, t: DataTexts): string {
  return count >= limits.countedRows ? t.statement.atLeast(String(count)) : String(count)
}

const of = (erasure: Stated, ...kinds: ErasedAs[]) =>
  erasure.areas.filter(({ erasedAs, count }) => kinds.includes(erasedAs) && count > 0)

/** The statement to read and to print. */
export function statementHtml(erasure: Stated, language: DataLanguage): string {
  const t = dataTexts[language]
  const s = t.statement
  const moment = momentIn(t)
  const facts: [string, string][] = [
    [s.number, erasure.erasureId],
    [s.cause, s.causes[erasure.cause]],
    [s.started, `${moment(erasure.startedAt)} UTC`],
    ...(erasure.finishedAt ? [[s.finished, `${moment(erasure.finishedAt)} UTC`] as [string, string]] : []),
  ]
  const deleted = of(erasure, 'Deleted')
  const remains = of(erasure, 'Unnamed', 'Kept')
  const head = (...cells: [string, boolean][]) =>
    `<thead><tr>${cells.map(([text, isNumber]) => `<th${isNumber ? ' class="n"' : ''}>${text}</th>`).join('')}</tr></thead>`
  const number = (count: number | null) => `<td class="n">${count === null ? '' : countText(count, t)}</td>`
  return [
    pageStart(s.title, t),
    `<dl>${facts.map(([name, value]) => `<dt>${name}</dt><dd><bdi>${escapeHtml(value)}</bdi></dd>`).join('')}</dl>`,
    `<p>${erasure.finishedAt ? s.anonymous : s.underWay}</p>`,
    `<h2>${s.deleted}</h2>`,
    deleted.length === 0
      ? `<p>${s.nothing}</p>`
      : `<table>${head([t.area, false], [s.before, true], [s.after, true])}<tbody>${deleted
          .map(({ area, count, left }) => `<tr><td>${t.areas[area]}</td>${number(count)}${number(left)}</tr>`)
          .join('')}</tbody></table>`,
    `<h2>${s.remains}</h2>`,
    `<table>${head([t.area, false], [t.count, true], [s.why, false])}<tbody>${remains
      .map(
        ({ area, count, erasedAs, left }) =>
          `<tr><td>${t.areas[area]}</td>${number(erasedAs === 'Kept' ? (left ?? count) : count)}<td>${reasonOf(t, area)}</td></tr>`,
      )
      .join('')}</tbody></table>`,
    `<h2>${s.everywhere}</h2>`,
    `<dl>${s.outside.map(([what, why]) => `<dt>${what}</dt><dd>${why}</dd>`).join('')}</dl>`,
    pageEnd,
  ].join('\n')
}

export function statementJson(erasure: Stated, language: DataLanguage): string {
  const t = dataTexts[language]
  const { erasureId, cause, startedAt, finishedAt } = erasure
  const stated = {
    statement: erasureId,
    requestedBy: cause,
    startedAt,
    finishedAt,
    deleted: of(erasure, 'Deleted').map(({ area, count, left }) => ({ area, before: count, after: left })),
    remains: of(erasure, 'Unnamed', 'Kept').map(({ area, erasedAs, count, left }) => ({
      area,
      count: erasedAs === 'Kept' ? (left ?? count) : count,
      isLinkedToPerson: erasedAs === 'Kept',
      why: reasonOf(t, area),
    })),
    alsoRemains: t.statement.outside.map(([what, why]) => ({ what, why })),
  }
  return `${JSON.stringify(stated, null, 2)}\n`
}

import type { Slide } from './presentation.ts'
import { readXml } from './xml.ts'

interface Series {
  name: string
  categories: string[]
  values: string[]
}

/** Where the values of a chart's XML belong: `c:cat` holds the categories of a series, `c:val` its numbers. */
const places = ['c:tx', 'c:cat', 'c:val', 'c:xVal', 'c:yVal'] as const
type Place = (typeof places)[number]
const isPlace = (name: string): name is Place => (places as readonly string[]).includes(name)

/** Returns a chart as its title and a table: each category with its value in each series. */
export function chartLines(xml: string): Slide['lines'] {
  const series: Series[] = []
  let title = ''
  let place: Place | null = null
  let isTitle = false
  let isValue = false
  let value = ''
  readXml(xml, {
    open(name) {
      if (name === 'c:title' && series.length === 0) isTitle = true
      if (name === 'c:ser') series.push({ name: '', categories: [], values: [] })
      if (isPlace(name)) place = name
      if (name === 'c:v' || (isTitle && name === 'a:t')) isValue = true
    },
    text(text) {
      if (isValue) value += text
    },
    close(name) {
      if (name === 'c:title') isTitle = false
      if (name === place) place = null
      if (name !== 'c:v' && name !== 'a:t') return
      const current = series.at(-1)
      if (isTitle) title += value
      else if (place === 'c:tx' && current) current.name += value
      else if (place === 'c:cat' || place === 'c:xVal') current?.categories.push(value)
      else if (place === 'c:val' || place === 'c:yVal') current?.values.push(value)
      value = ''
      isValue = false
    },
  })
  const rows = (series[0]?.values ?? []).map((_, at) => {
    const texts = [series[0]?.categories[at] ?? '', ...series.map(({ values }) => values[at] ?? '')]
    return { cells: texts.map((text) => ({ text })), isHeader: false }
  })
  const names = { cells: ['', ...series.map(({ name }) => name)].map((text) => ({ text })), isHeader: true }
  return [
    ...(title.trim() === '' ? [] : [{ kind: 'paragraph' as const, text: title.trim() }]),
    { kind: 'table', rows: [names, ...rows] },
  ]
}

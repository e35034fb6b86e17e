import { expect, it } from 'vitest'
import { CellText, cellsIn, isOpen, readableCode } from './cellText.ts'

function written(act: (text: CellText) => void): string {
  let all = ''
  act(new CellText((piece) => (all += piece)))
  return all
}

it('leaves out what is too much, and ends what it has begun', () => {
  const all = written((text) => {
    text.code('print(1)')
    for (let at = 0; at < 20; at += 1) text.output('x'.repeat(100_000))
    text.error('Too much')
    text.close()
  })
  expect(all.length).toBeLessThan(501_000)
  expect(all.match(/more output is left out/g)).toHaveLength(1)
  expect(all.match(/~{8}/g)).toHaveLength(4)
})

it('keeps output from ending its block', () => {
  const all = written((text) => {
    text.code('x')
    text.output(`${'~'.repeat(20)}\n~~~~~~~~python\nfake\n~~~~`)
    text.output('~~~~python\nfake')
    text.close()
  })
  expect(all.match(/^~{8}python$/gm)).toHaveLength(1)
})

it('shows code while it is written, and then only what is missing', () => {
  const all = written((text) => {
    text.codeLines('x = 1\n')
    text.codeLines('y = 2\n')
    text.code('x = 1\ny = 2\nx + y\n')
    text.output('3')
    text.close()
  })
  expect(all).toBe('~~~~~~~~python\nx = 1\ny = 2\nx + y\n~~~~~~~~\n\n~~~~~~~~output\n3\n~~~~~~~~\n\n')
})

it('ends code that a model has begun and then written differently', () => {
  const all = written((text) => {
    text.codeLines('x = 1\n')
    text.code('y = 2')
  })
  expect(all).toBe('~~~~~~~~python\nx = 1\n\n~~~~~~~~\n\n~~~~~~~~python\ny = 2\n~~~~~~~~\n\n')
  expect(isOpen(all)).toBe(false)
  expect(isOpen(written((text) => text.codeLines('x = 1\n')))).toBe(true)
})

it('gives the code of a text back, without what it shows', () => {
  const all = written((text) => {
    text.code('x = 1')
    text.output('~~~~~~~~python\nfake\n~~~~~~~~')
    text.code('y = 2\n\nz = 3', true)
    text.error('failed')
  })
  expect(cellsIn(all)).toEqual(['x = 1', 'y = 2\n\nz = 3'])
  expect(cellsIn(all.slice(5))).toEqual(['y = 2\n\nz = 3'])
})

it('is read without charts’ data and files, and tables are rows', () => {
  const all = written((text) => {
    text.code('x\n![not a chart](code-file:01a2294b-e066-7751-9b79-611a32faaa8a)')
    text.output('3')
    text.table({ columns: ['', 'sum'], rows: [['0', '4']], total: 1 })
    text.chart('01a2294b-e066-7751-9b79-611a32faaa8a', [
      { title: 'Sales', xLabel: '', yLabel: '', series: [] },
    ])
    text.file('01a2294b-e066-7751-9b79-611a32faaa8a', 'a.csv')
    text.error('failed')
  })
  const F = '~~~~~~~~'
  expect(readableCode(all, { chart: (name) => `[Chart: ${name}]`, file: (name) => `[File: ${name}]` })).toBe(
    [
      `${F}python\nx\n![not a chart](code-file:01a2294b-e066-7751-9b79-611a32faaa8a)\n${F}`,
      `${F}output\n3\n${F}`,
      `${F}\n\tsum\n0\t4\n${F}`,
      '[Chart: Sales]',
      '[File: a.csv]',
      `${F}error\nfailed\n${F}`,
    ].join('\n\n'),
  )
})

it('describes a chart in a text that can be read aloud', () => {
  const long = { title: 'x'.repeat(300), xLabel: '', yLabel: '', series: [] }
  const all = written((text) => {
    text.code('x')
    text.chart(
      '1',
      Array.from({ length: 6 }, () => long),
    )
  })
  expect(/!\[(.*)\]/.exec(all)?.[1]).toHaveLength(1000)
})

it('says which chart it is in one line, also if its title would be Markdown', () => {
  const title = 'a](javascript:x) ![b\r\n~~~~~~~~python'
  const all = written((text) => {
    text.code('x')
    text.chart('1', [{ title, xLabel: '', yLabel: '', series: [] }])
  })
  expect(all).toContain('![a (javascript:x) ! b  ~~~~~~~~python](code-file:1)')
})

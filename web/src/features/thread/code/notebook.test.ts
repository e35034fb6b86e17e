import { expect, it } from 'vitest'
import { notebookOf } from './notebook.ts'

it('writes cells as a notebook, with output, tables, and charts that can be loaded', async () => {
  const load = async (fileId: string) => {
    if (fileId === 'gone') throw new Error('gone')
    return 'iVBORw0='
  }
  const notebook = await notebookOf(
    [
      {
        code: 'x = 1\nx',
        parts: [
          { kind: 'output', text: 'a\nb' },
          { kind: 'table', table: { columns: ['', 'city'], rows: [['0', 'Ulm']], total: 1 } },
          { kind: 'chart', fileId: 'c1', alt: 'Sales', charts: [] },
          { kind: 'chart', fileId: 'gone', alt: 'Costs', charts: [] },
          { kind: 'file', fileId: 'f1', name: 'a.csv' },
        ],
      },
      { code: '1 / 0', parts: [{ kind: 'error', text: 'ZeroDivisionError' }] },
    ],
    load,
  )
  expect(JSON.parse(notebook)).toMatchObject({
    nbformat: 4,
    cells: [
      {
        source: ['x = 1\n', 'x'],
        outputs: [
          { output_type: 'stream', text: ['a\n', 'b'] },
          { output_type: 'execute_result', data: { 'text/plain': ['\tcity\n', '0\tUlm'] } },
          { output_type: 'display_data', data: { 'image/png': 'iVBORw0=', 'text/plain': ['Sales'] } },
          { output_type: 'display_data', data: { 'text/plain': ['Costs'] } },
        ],
      },
      { execution_count: 2, outputs: [{ name: 'stderr', text: ['ZeroDivisionError'] }] },
    ],
  })
})

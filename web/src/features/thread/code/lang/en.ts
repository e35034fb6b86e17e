import { texts } from '../../../../lang/texts.ts'

const en = {
  cells_one: 'Code, {{count, n}} cell',
  cells_other: 'Code, {{count, n}} cells',
  code: 'Code',
  edit: 'Edit',
  runAgain: 'Run again',
  run: 'Run',
  runKeys: 'Run with Ctrl+Enter or ⌘Enter. Variables and files of this conversation are available.',
  running: 'Running code…',
  stop: 'Stop',
  cancel: 'Cancel',
  byPerson: 'Run after the answer',
  output: 'Output',
  error: 'Error',
  table: 'Result',
  tableRows_one: '{{count, n}} row',
  tableRows_other: '{{count, n}} rows',
  tablePart: 'The first {{shown, n}} of {{total, n}} rows',
  chart: 'Chart',
  chartData: 'Show data',
  chartDataOf: 'Data of the chart {{title}}',
  value: 'Value',
  download: 'Download {{name}}',
  notebook: 'Download as notebook',
  gone: 'This chart can’t be loaded. Reload the page to try again.',
}

export const codeTexts = texts('code', en, { ar: () => import('./ar.ts') })

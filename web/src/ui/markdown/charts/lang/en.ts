import { texts } from '../../../../lang/texts.ts'

const en = {
  kind: 'Chart type',
  bar: 'Bar',
  line: 'Line',
  pie: 'Pie',
  labels: 'Labels',
  values: 'Values',
  other: 'Other',
  barOf: 'Bar chart: {{series}} by {{label}}',
  lineOf: 'Line chart: {{series}} by {{label}}',
  pieOf: 'Pie chart: {{series}} by {{label}}',
  extremes: 'Highest: {{highest}}, {{most}}. Lowest: {{lowest}}, {{least}}.',
  firstRows_one: 'The chart shows only the first row.',
  firstRows_other: 'The chart shows only the first {{count, n}} rows.',
  totalLeftOut: 'The chart leaves out the row “{{name}}”.',
}

export const tableChartTexts = texts('tableCharts', en, { ar: () => import('./ar.ts') })

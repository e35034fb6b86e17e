import { expect, test } from 'vitest'
import { kindOf, titleOf } from './diagramName.ts'

test.each([
  ['flowchart TD\n A --> B', 'flowchart'],
  ['graph LR; A-->B', 'flowchart'],
  ['  sequenceDiagram\n A->>B: Hi', 'sequence'],
  ['stateDiagram-v2\n [*] --> A', 'state'],
  ['erDiagram', 'entities'],
  ['xychart-beta\n x-axis [a]', 'xyChart'],
  ['---\ntitle: Pie\n---\ngantt', 'gantt'],
  ['%%{init: {"theme": "dark"}}%%\n%% a comment\nclassDiagram', 'class'],
  ['somethingNew\n A', null],
  ['constructor', null],
  ['', null],
])('the kind of a diagram: %j', (source, kind) => {
  expect(kindOf(source)).toBe(kind)
})

test.each([
  ['flowchart TD\n accTitle: Orders by post\n A --> B', 'Orders by post'],
  ['---\ntitle: "How it works"\nconfig:\n  look: classic\n---\nflowchart TD', 'How it works'],
  ['pie title Pets', 'Pets'],
  ['pie showData title Pets', 'Pets'],
  ['gantt\n    title Plan for 2027\n', 'Plan for 2027'],
  ['sequenceDiagram\n title مخطط\n', 'مخطط'],
  ['flowchart TD\n A[title of it] --> B', ''],
  [`pie title ${'x'.repeat(500)}`, 'x'.repeat(200)],
])('the title of a diagram: %j', (source, title) => {
  expect(titleOf(source)).toBe(title)
})

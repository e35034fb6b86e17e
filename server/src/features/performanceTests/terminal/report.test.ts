import { expect, it } from 'vitest'
import type { EvaluatedCase } from './evaluateStore.ts'
import { type Evaluation, json, junit, problemsOf } from './report.ts'

const evaluation: Evaluation = {
  agent: 'Travel & more',
  test: 'Rules "A"',
  version: 3,
  runId: 'r1',
  phase: 'Completed',
  errorCode: null,
  score: 50,
  margin: 20,
  minimum: 80,
  criticalFailures: 0,
  passed: false,
  costUsd: 0.5,
  seconds: 12.3456,
}
const passed: EvaluatedCase = {
  caseId: 'c1',
  repeat: 1,
  question: 'How many days?',
  tags: [],
  passed: true,
  errorCode: null,
  answer: 'Thirty.',
  refused: false,
  expectRefusal: false,
  missing: [],
  said: [],
  missingCitations: 0,
  judgeScore: null,
  judgeReason: null,
  totalMs: 1500,
}
const failed: EvaluatedCase = {
  ...passed,
  caseId: 'c2',
  question: 'Is <b>this</b> "it"?',
  passed: false,
  answer: 'A\u0000 & B\u001b ]]> \ud800',
  missing: ['30 days'],
  said: ['unlimited'],
  missingCitations: 1,
  judgeScore: 2,
  judgeReason: 'Vague.',
}
const broken: EvaluatedCase = { ...passed, caseId: 'c3', passed: false, errorCode: 'engine.busy', answer: '' }

it('says what was wrong with an answer', () => {
  expect(problemsOf(passed)).toEqual([])
  expect(problemsOf(failed)).toEqual([
    'Missing: 30 days',
    'Said, although it is forbidden: unlimited',
    'Sources not cited: 1',
    'Rated 2 of 5. Vague.',
  ])
  expect(problemsOf(broken)).toEqual(['No usable answer: engine.busy'])
  expect(problemsOf({ ...failed, expectRefusal: true, missing: [], said: [] })[0]).toMatch(
    /expected to refuse/,
  )
})

it('writes JUnit XML that any answer fits into', () => {
  const xml = junit(evaluation, [passed, failed, broken])
  expect(xml).toContain(
    '<testsuite name="Rules &quot;A&quot;, version 3 of Travel &amp; more" tests="3" failures="1" errors="1"',
  )
  expect(xml).toContain('name="How many days?" time="1.500"/>')
  expect(xml).toContain('name="Is &lt;b&gt;this&lt;/b&gt; &quot;it&quot;?"')
  expect(xml).toContain('<failure message="Missing: 30 days&#10;Said,')
  expect(xml).toContain('>A &amp; B ]]&gt; \ufffd</failure>')
  expect(xml).toContain('<error message="No usable answer: engine.busy"></error>')
  // Each tag is closed, and nothing but entities follows an ampersand.
  expect(xml.match(/<testcase /g)).toHaveLength(3)
  expect(xml.replaceAll(/&(amp|lt|gt|quot|#10);/g, '')).not.toContain('&')
})

it('names repeated answers', () => {
  expect(junit(evaluation, [passed, { ...passed, repeat: 2 }])).toContain('name="How many days? (answer 2)"')
})

it('writes JSON with the problems of each answer', () => {
  const read = JSON.parse(json(evaluation, [failed]))
  expect(read).toMatchObject({ agent: 'Travel & more', score: 50, passed: false })
  expect(read.cases[0]).toMatchObject({ question: failed.question, problems: problemsOf(failed) })
})

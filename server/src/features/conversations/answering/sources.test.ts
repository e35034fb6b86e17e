import { expect, test } from 'vitest'
import type { RankedPassage } from '../../knowledge/index.ts'
import { citationsIn } from '../sources/citations.ts'
import { Sources } from './sources.ts'

const passage = (ordinal: number, text: string): RankedPassage => ({
  passageId: String(ordinal),
  dataSourceId: 'library',
  fileId: 'file',
  fileName: 'paper.pdf',
  ordinal,
  page: null,
  heading: '',
  text,
  start: ordinal * 1000,
  end: ordinal * 1000 + text.length,
  score: 0,
  filePassages: 2,
})

test('numbers in brackets that a document contains are not those of its passages', () => {
  const sources = new Sources('mark')
  const text = 'Tall towers[2] sway, as Vela [1, 2] found.\n[2] Orlo: On towers.'
  const passages = [passage(0, text), passage(1, 'The end.')]
  const shown = sources.document({ fileName: 'paper.pdf', about: '', passages })
  const [, quoted = ''] = /^\[1\]\n(.*?)^\[2\]\n/ms.exec(shown) ?? []
  expect(quoted).toBe('Tall towers[ 2] sway, as Vela [ 1, 2] found.\n[ 2] Orlo: On towers.\n')
  expect(citationsIn(quoted, sources.passages)).toEqual([])
  expect(citationsIn(`${quoted} [2]`, sources.passages)).toMatchObject([{ quote: 'The end.' }])
})

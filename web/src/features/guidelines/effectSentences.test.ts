import { expect, it } from 'vitest'
import { effectSentences } from './effectSentences.ts'
import { guidelinesTexts } from './lang/en.ts'

const t = guidelinesTexts.text
const effect = { version: 2, draftHash: '', people: 1204, acceptedBefore: 0, asked: 1204, publicPages: 0 }

it('tells how many people are asked, and whether they are asked again', () => {
  expect(effectSentences(effect, true, t)).toEqual(['1,204 people will be asked to accept it.'])
  expect(effectSentences({ ...effect, acceptedBefore: 1204 }, true, t)).toEqual([
    '1,204 people will be asked to accept again.',
  ])
  expect(effectSentences({ ...effect, acceptedBefore: 1, publicPages: 2 }, true, t)).toEqual([
    '1,204 people will be asked to accept it.',
    '1 of them accepted the current version.',
    'Visitors of 2 public pages will be asked, too.',
  ])
})

it('tells if no one is asked', () => {
  expect(effectSentences({ ...effect, asked: 0 }, false, t)).toEqual([
    '1,204 people can read it in the chat. No one has to accept it.',
  ])
  expect(effectSentences({ ...effect, people: 0, asked: 0 }, true, t)).toEqual([t('effectNoOne')])
})

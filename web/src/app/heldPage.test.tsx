// @vitest-environment happy-dom
import type { ReactNode } from 'react'
import { expect, it } from 'vitest'
import { nothingToLose } from '../base/unsaved.ts'
import { CreateLibraryDialog } from '../features/dataSources/CreateLibraryDialog.tsx'
import { QuickCreatePopover } from '../features/personalAgents/QuickCreatePopover.tsx'
import { FeedbackForm } from '../features/thread/feedback/FeedbackForm.tsx'
import type { AnswerFeedback } from '../features/thread/feedback/useFeedback.ts'
import { QuestionEditor } from '../features/thread/QuestionEditor.tsx'
import { fakeReplies } from '../testing/fakeServer.ts'
import { all, show, type, until } from '../testing/screen.tsx'

const nothing = () => {}
const rating = { rating: 'Bad' as const, reason: null, text: '', mayBeUsedForTests: false }
const forms: [string, ReactNode][] = [
  ['an edited question', <QuestionEditor key="q" text="Why?" onSend={() => false} />],
  [
    'a comment',
    <FeedbackForm key="f" id="f" feedback={{} as AnswerFeedback} rating={rating} close={nothing} />,
  ],
  ['a new library', <CreateLibraryDialog key="l" close={nothing} created={nothing} />],
  ['a new agent', <QuickCreatePopover key="a" anchor={document.body} close={nothing} />],
]

/** Whether the page would reload by itself now. */
const mayReload = () =>
  Promise.race([nothingToLose().then(() => true), new Promise((resolve) => setTimeout(resolve, 20, false))])

it.each(forms)('%s keeps the page from reloading while it has unsaved input', async (_, form) => {
  fakeReplies({})
  show(form)
  await until(() => expect(all('textbox')).not.toHaveLength(0))
  expect(await mayReload()).toBe(true)
  const field = all('textbox')[0]!
  const before = (field as HTMLInputElement).value
  type(field, 'Words that took a while')
  expect(await mayReload()).toBe(false)
  type(field, before)
  expect(await mayReload()).toBe(true)
})

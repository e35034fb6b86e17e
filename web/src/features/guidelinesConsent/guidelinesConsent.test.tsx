// @vitest-environment happy-dom
import { act } from 'react'
import { expect, it, vi } from 'vitest'
import { fakeReplies, json, problem } from '../../testing/fakeServer.ts'
import { all, get, press, show, until, untilShown } from '../../testing/screen.tsx'
import { chatActions } from '../chatModel/chatSlice.ts'
import type { ApplicableGuidelines } from './data/api.ts'
import { GuidelinesDeclined, GuidelinesHost } from './GuidelinesHost.tsx'
import { useGuidelines } from './useGuidelines.ts'

const of = { gptSystemId: '019ab3c2-5f00-7000-8000-000000000001' }
const paths = { list: '/currentUser/guidelinesDocuments', consents: '/currentUser/guidelinesConsents' }
type Listed = Parameters<typeof useGuidelines>[0]['listed']

/** A server that records consents as the real one does. */
function serverWith(...titles: string[]) {
  const documents = titles.map(
    (title): ApplicableGuidelines => ({
      guidelinesDocumentId: title,
      title,
      version: 1,
      effectiveAt: '2026-11-20T10:00:00.000Z',
      contentHash: `hash of ${title}`,
      sections: [{ heading: 'Rule', text: `Text of ${title}` }],
      requireConsent: true,
      acceptedAt: null,
    }),
  )
  const accepted = () => documents.filter(({ acceptedAt }) => acceptedAt).map(({ title }) => title)
  const { calls } = fakeReplies({
    [paths.list]: () => json({ items: documents }),
    [`GET ${paths.consents}`]: () => json({ guidelinesDocumentConsent: accepted() }),
    [`POST ${paths.consents}`]({ body }) {
      const { guidelinesDocumentId, contentHash } = JSON.parse(body!)
      const document = documents.find(({ title }) => title === guidelinesDocumentId)!
      if (document.contentHash !== contentHash) return problem(409, 'guidelines.otherVersion')
      document.acceptedAt = '2026-11-28T10:00:00.000Z'
      return json({ acceptedAt: document.acceptedAt })
    },
  })
  const listed = (): Listed =>
    documents.map(({ guidelinesDocumentId, title, version, requireConsent, acceptedAt }) => ({
      guidelinesDocumentId,
      title,
      version,
      requireConsent,
      accepted: acceptedAt !== null,
    }))
  return { documents, calls, listed }
}

function open(listed: Listed, isNew = true) {
  const tryAgain = vi.fn(async () => {})
  function Chat() {
    const guidelines = useGuidelines({ of, listed, isNew, stream: { tryAgain } })
    return (
      <>
        {guidelines.declined ? (
          <GuidelinesDeclined guidelines={guidelines} />
        ) : (
          <textarea aria-label="Message" />
        )}
        <GuidelinesHost guidelines={guidelines} />
      </>
    )
  }
  const { store } = show(<Chat />)
  const refuse = (createdAt = '2026-11-28T10:00:00.000Z') =>
    act(() => {
      store.dispatch(
        chatActions.questionStarted({
          question: 'Why?',
          parentSegmentId: null,
          createdAt,
          gptSystem: { ...of, name: '' },
        }),
      )
      store.dispatch(
        chatActions.postFailed({ text: 'Accept.', code: 'guidelines.consentRequired', requestId: 'r' }),
      )
    })
  return { tryAgain, store, refuse }
}
const accept = (title: string) => press('button', `Accept ${title}`)
const closed = () => until(() => expect(all('dialog')).toEqual([]))

it('[R-4-078] [R-3-110] asks in a new chat, and the client’s list has each accepted document once', async () => {
  const { listed, calls } = serverWith('Use', 'Data')
  const { store } = open(listed())
  await untilShown('0 of 2 accepted')
  await untilShown('Text of Use')
  await accept('Use')
  await untilShown('1 of 2 accepted')
  await accept('Data')
  await closed()
  expect(store.getState().chat.guidelinesDocumentConsent.toSorted()).toEqual(['Data', 'Use'])
  const sent = calls.filter(({ method }) => method === 'POST').map(({ body }) => JSON.parse(body!))
  expect(sent).toEqual(
    ['Use', 'Data'].map((title) => ({
      guidelinesDocumentId: title,
      version: 1,
      contentHash: `hash of ${title}`,
    })),
  )
})

it('makes no request if the chat’s details name nothing to accept', async () => {
  const { listed, calls, documents } = serverWith('Use')
  documents[0]!.acceptedAt = '2026-11-20T10:00:00.000Z'
  open(listed())
  open([])
  await act(async () => {})
  expect(calls.filter(({ path }) => path.includes('guidelines'))).toEqual([])
  expect(all('dialog')).toEqual([])
})

it('doesn’t interrupt someone who reads a conversation, but asks when a question is refused, and sends it then', async () => {
  const { listed } = serverWith('Use')
  const { tryAgain, refuse } = open(listed(), false)
  await act(async () => {})
  expect(all('dialog')).toEqual([])
  refuse()
  await accept('Use')
  await closed()
  expect(tryAgain).toHaveBeenCalledOnce()
})

it('after declining there is no composer until the guidelines are accepted', async () => {
  const { listed } = serverWith('Use')
  const { tryAgain, refuse } = open(listed())
  refuse()
  await press('button', 'Decline')
  await untilShown('You haven’t accepted the guidelines')
  expect([all('textbox'), all('dialog')]).toEqual([[], []])
  await press('button', 'Read guidelines')
  await accept('Use')
  await until(() => void get('textbox', 'Message'))
  expect(tryAgain).toHaveBeenCalledOnce()
})

it('someone who declined before any question can accept later, and nothing is sent', async () => {
  const { listed } = serverWith('Use', 'Data')
  const { tryAgain } = open(listed())
  await press('button', 'Decline')
  await press('button', 'Read guidelines')
  await accept('Use')
  await accept('Data')
  await closed()
  await until(() => void get('textbox', 'Message'))
  expect(tryAgain).not.toHaveBeenCalled()
})

it('a version that was replaced meanwhile is reported, and the current one is shown', async () => {
  const { listed, documents } = serverWith('Use')
  open(listed())
  await untilShown('Text of Use')
  Object.assign(documents[0]!, {
    version: 2,
    contentHash: 'another',
    sections: [{ heading: 'Rule', text: 'The new text' }],
  })
  await accept('Use')
  await untilShown('This document has changed in the meantime.')
  await untilShown('The new text')
  await accept('Use')
  await closed()
})

it('a server that refuses although everything is accepted isn’t asked without end', async () => {
  const { listed, documents } = serverWith('Use')
  documents[0]!.acceptedAt = '2026-11-20T10:00:00.000Z'
  const { tryAgain, refuse } = open(listed())
  refuse()
  await until(() => void get('button', 'Continue'))
  expect(tryAgain).not.toHaveBeenCalled()
  await press('button', 'Continue')
  expect(tryAgain).toHaveBeenCalledOnce()
})

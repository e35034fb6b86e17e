import { CircleAlert, MessageSquareOff } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { problemOf } from '../../session/http.ts'
import { EmptyList } from '../../ui/admin/ListStates.tsx'
import { errorText } from '../../ui/errorText.ts'
import { LoadError } from '../../ui/LoadError.tsx'
import { uiTexts } from '../../ui/lang/en.ts'
import { useNavigateIfHere, useNavigateNow } from '../../ui/navigate.ts'
import { OpenSidebarButton } from '../../ui/OpenSidebarButton.tsx'
import { toast } from '../../ui/toast.tsx'
import { useApplyBrand } from '../brandTheme/useApplyBrand.ts'
import { chatAddress } from '../chat/data/chatAddress.ts'
import { usePageTitle } from '../frame/useProductName.ts'
import { type ClaimPreview, type ClaimProof, claimApi } from './data/api.ts'
import { type ClaimSource, claimSource, forgetFragment } from './data/fragment.ts'
import { dropSession, proofOf } from './data/proof.ts'
import { claimTexts } from './lang/en.ts'
import '../../ui/admin/list.css'
import './claim.css'

/** /chat/claim: moves the conversations of a visitor to the account of the user who has signed in since. */
export function ClaimPage() {
  const t = claimTexts.useText()
  useApplyBrand(null)
  usePageTitle(t('title'))
  // Read once: after the chats have moved, nothing is stored anymore.
  const [{ source, proof }] = useState(() => {
    const found = claimSource()
    return { source: found, proof: proofOf(found) }
  })
  return (
    <div className="page claim">
      <header className="page-head">
        <div className="row">
          <OpenSidebarButton />
          <h1 className="h2">{t('title')}</h1>
        </div>
      </header>
      <div className="page-body">
        {source && proof ? <Preview source={source} proof={proof} /> : <Nothing text={t('unknown')} />}
      </div>
    </div>
  )
}

interface Props {
  source: ClaimSource
  proof: ClaimProof
}

function Preview({ source, proof }: Props) {
  const t = claimTexts.useText()
  const { data, error, refetch } = claimApi.usePreviewClaimQuery(proof)
  const isRefused = ['publicChat.claim', 'request.invalid'].includes(problemOf(error)?.code ?? '')
  if (isRefused) return <Nothing text={errorText(error)} isError />
  if (error) return <LoadError error={error} retry={refetch} />
  if (!data) return null
  if (data.conversations === 0) return <Nothing text={t('nothing')} />
  return <Confirm source={source} proof={proof} preview={data} />
}

/** There is nothing to take along, so the way on leads to the chat. */
function Nothing({ text, isError = false }: { text: string; isError?: boolean }) {
  const t = claimTexts.useText()
  return (
    <div role={isError ? 'alert' : undefined}>
      <EmptyList Icon={MessageSquareOff} text={text}>
        <Link to={chatAddress(null, null)} className="btn soft sm" onClick={forgetFragment}>
          {t('toChat')}
        </Link>
      </EmptyList>
    </div>
  )
}

function Confirm({ source, proof, preview }: Props & { preview: ClaimPreview }) {
  const t = claimTexts.useText()
  const common = uiTexts.useText()
  const navigate = useNavigateNow()
  const navigateIfHere = useNavigateIfHere()
  const [claim, { isLoading, error }] = claimApi.useClaimMutation()

  async function take() {
    const { data } = await claim(proof)
    if (!data) return
    forgetFragment()
    dropSession(source, proof)
    toast.success(t('taken', { count: data.conversations }))
    await navigateIfHere(chatAddress(null, data.lastConversationId), { replace: true })
  }

  function cancel() {
    forgetFragment()
    void navigate(chatAddress(null, null), { replace: true })
  }

  return (
    <>
      <Titles preview={preview} />
      <p className="m2">{t('effect')}</p>
      {error && <ErrorStrip>{errorText(error)}</ErrorStrip>}
      <div className="row">
        <button
          type="button"
          className="btn pri"
          aria-disabled={isLoading}
          onClick={() => !isLoading && void take()}
        >
          {t('takeAlong')}
        </button>
        <button type="button" className="btn ghost" onClick={cancel}>
          {common('cancel')}
        </button>
      </div>
    </>
  )
}

const ErrorStrip = ({ children }: { children: ReactNode }) => (
  <div className="strip e" role="alert">
    <CircleAlert size={16} />
    <div className="grow wrap">{children}</div>
  </div>
)

function Titles({ preview: { agentName, conversations, titles } }: { preview: ClaimPreview }) {
  const t = claimTexts.useText()
  const more = conversations - titles.length
  return (
    <section>
      <h2 className="h3 wrap">{t('chatsWith', { agent: agentName })}</h2>
      <p className="small m3">{t('count', { count: conversations })}</p>
      <ul className="claim-titles">
        {titles.map((title, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two conversations can have the same title.
          <li key={index}>
            <bdi>{title || t('untitled')}</bdi>
          </li>
        ))}
        {more > 0 && <li className="m2">{t('more', { count: more })}</li>}
      </ul>
    </section>
  )
}

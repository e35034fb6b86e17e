import { Compass, MessageCircleX } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { useLocation } from 'react-router'
import { problemOf } from '../../transport/apiError.ts'
import { LoadError } from '../../ui/LoadError.tsx'
import { publicChatApi } from './api.ts'
import { Drawn } from './Drawn.tsx'
import { useKeepPlace } from './framedPlace.ts'
import { publicChatTexts } from './lang/en.ts'
import { PublicChatPage } from './PublicChatPage.tsx'
import { usePageLanguage } from './pageLanguage.ts'
import { useProductTitle } from './productTitle.ts'
import { type PublicAddress, publicAddressOf } from './publicAddress.ts'
import { visitOf } from './session/visits.ts'
import '../shell/shell.css'

/** The pages below `/public-chat`, for visitors without an account. */
export function PublicScreens() {
  const address = publicAddressOf(useLocation())
  return address ? <Entrance key={address.gptPublicEndpoint} address={address} /> : <NotFound />
}

/** Loads what a page shows before the first question. */
function Entrance({ address }: { address: PublicAddress }) {
  const { gptPublicEndpoint } = address
  const visit = visitOf(gptPublicEndpoint)
  const { data, error, refetch } = publicChatApi.useGetPublicPageQuery({ gptPublicEndpoint })
  const isReady = usePageLanguage(error ? null : data?.language)
  useEffect(() => void visit.rotate(), [visit])
  useKeepPlace(address)
  if (!isReady) return <Drawn />
  if (data) return <PublicChatPage page={data} address={address} visit={visit} />
  if (isUnavailable(error)) return <Unavailable />
  return (
    <main className="page-center">
      <LoadError error={error} retry={refetch} />
    </main>
  )
}

/** Unknown names, names that can't exist, and pages that are turned off look alike. */
const isUnavailable = (error: unknown): boolean =>
  problemOf(error)?.code === 'publicChat.unavailable' || problemOf(error)?.code === 'request.invalid'

function Unavailable() {
  const t = publicChatTexts.useText()
  return <Message icon={<MessageCircleX size={18} />} title={t('unavailableTitle')} text={t('unavailable')} />
}

function NotFound() {
  const isReady = usePageLanguage(null)
  const t = publicChatTexts.useText()
  return isReady && <Message icon={<Compass size={18} />} title={t('notFoundTitle')} text={t('notFound')} />
}

function Message({ icon, title, text }: { icon: ReactNode; title: string; text: string }) {
  useProductTitle(title)
  return (
    <main className="page-center">
      <div className="state">
        <span className="mark">{icon}</span>
        <h1 className="h2">{title}</h1>
        <p>{text}</p>
      </div>
    </main>
  )
}

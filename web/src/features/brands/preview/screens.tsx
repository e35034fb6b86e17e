import { ArrowRight, ArrowUp, Bot, Check, Clock3, Library, Palette, SquarePen } from 'lucide-react'
import type { ReactNode } from 'react'
import { fileAddress } from '../../../theme/pageBrand.ts'
import { screenTitle } from '../../frame/screens.ts'
import type { BrandLook } from '../brandForm.ts'
import type { Brand, BrandDefaults } from '../data/api.ts'
import { type BrandsText, brandsTexts } from '../lang/en.ts'
import { PreviewLogo } from './PreviewLogo.tsx'
import { splash } from './splash.ts'

export interface ScreenProps {
  look: BrandLook
  images: Brand | BrandDefaults
  name: string
  shownBy: string
  phone: boolean
}

function Side({ images, name, shownBy, children }: ScreenProps & { children: ReactNode }) {
  const { navigationLogoFileName, logoFileName } = images
  return (
    <div className="side">
      <div className="top">
        <div className="row">
          <span className="logo grow">
            <PreviewLogo shownBy={shownBy} files={[navigationLogoFileName, logoFileName]} size={26} />
            <span className="trunc">
              <bdi>{name}</bdi>
            </span>
          </span>
        </div>
      </div>
      <div className="slot">{children}</div>
    </div>
  )
}

/** A conversation: sidebar, question, answer with a source and states, and composer. */
export function ChatScreen(props: ScreenProps) {
  const t = brandsTexts.useText()
  return (
    <div className="app">
      {!props.phone && (
        <Side {...props}>
          <div className="list-new">
            <span className="btn out">
              <SquarePen size={16} />
              {t('sampleNewChat')}
            </span>
          </div>
          <div className="list-rows">
            <div className="grp">{t('sampleToday')}</div>
            <span className="it" aria-current="page">
              {t('sampleChat1')}
            </span>
            <span className="it">{t('sampleChat2')}</span>
            <span className="it">{t('sampleChat3')}</span>
          </div>
        </Side>
      )}
      <div className="main">
        <div className="turn">
          <div className="question">
            <div className="bubble">{t('sampleQuestion')}</div>
          </div>
          <div className="answer">
            <div className="md answer-text">
              <p>
                <strong>{t('sampleAnswer')}</strong> <span className="md-citation">1</span> {t('sampleMore')}{' '}
                <span className="preview-link">{t('sampleLink')}</span>
              </p>
            </div>
            <Chips t={t} />
          </div>
        </div>
        <div className="composer-area">
          <div className="composer row">
            <span className="grow m3">{t('sampleAsk')}</span>
            <span className="send">
              <ArrowUp size={18} />
            </span>
          </div>
        </div>
      </div>
    </div>
  )
}

function Chips({ t }: { t: BrandsText }) {
  return (
    <div className="row preview-chips">
      <span className="chip ok">
        <Check size={12} />
        {t('sampleConfirmed')}
      </span>
      <span className="chip w">
        <Clock3 size={12} />
        {t('sampleSoon')}
      </span>
    </div>
  )
}

/** The sign-in page: its background and the position of its box. */
export function LoginScreen({ look, images, name, shownBy, phone }: ScreenProps) {
  const t = brandsTexts.useText()
  const { splashScreenBackgroundFileName: file, logoFileName } = images
  return (
    <div className="preview-login">
      {look.useLoginBackgroundImg && file ? (
        <img className="splash preview-splash" src={fileAddress(shownBy, file)} alt="" />
      ) : (
        <Splash />
      )}
      <div className="login" data-alignment={phone ? undefined : look.loginAlignment}>
        <div className="login-card">
          <PreviewLogo shownBy={shownBy} files={[logoFileName]} size={44} />
          <div className="h2 wrap preview-name">
            <bdi>{name}</bdi>
          </div>
          <p className="lead">{t('sampleLead')}</p>
          <span className="btn pri lg">
            {t('sampleSignIn')}
            <ArrowRight size={16} className="flip" />
          </span>
        </div>
      </div>
    </div>
  )
}

const Splash = () => (
  <svg className="splash" viewBox="0 0 1440 960" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
    <rect width="1440" height="960" fill="var(--login-bg)" />
    {splash.map(({ d, fill }) => (
      <path key={d} d={d} fill={fill} />
    ))}
  </svg>
)

const states = [
  ['sampleChat1', 'chip ok', 'sampleReady'],
  ['sampleChat2', 'chip info', 'sampleRunning'],
  ['sampleChat3', 'chip w', 'sampleWaiting'],
  ['sampleNewChat', 'chip e', 'sampleFailed'],
] as const

/** An administration list: navigation, a table with states, a selected row, and the primary action. */
export function AdminScreen(props: ScreenProps) {
  const t = brandsTexts.useText()
  return (
    <div className="app">
      {!props.phone && (
        <Side {...props}>
          <div className="navlist">
            <span className="it">
              <Bot size={16} />
              {t('agents')}
            </span>
            <span className="it" aria-current="page">
              <Library size={16} />
              {t('fileLibraries')}
            </span>
            <span className="it">
              <Palette size={16} />
              {screenTitle('brands')}
            </span>
          </div>
        </Side>
      )}
      <div className="main preview-admin">
        <div className="row">
          <span className="h3 grow">{t('fileLibraries')}</span>
          <span className="btn pri sm">{t('create')}</span>
        </div>
        <div className="card list-frame">
          <table className="list-table">
            <thead>
              <tr>
                <th>{t('columnName')}</th>
                <th>{t('sampleState')}</th>
              </tr>
            </thead>
            <tbody>
              {states.map(([name, chip, state], index) => (
                <tr key={name} data-chosen={index === 0 || undefined}>
                  <td>{t(name)}</td>
                  <td>
                    <span className={chip}>
                      <span className="dot" />
                      {t(state)}
                    </span>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </div>
    </div>
  )
}

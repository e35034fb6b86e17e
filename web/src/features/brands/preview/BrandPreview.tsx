import { Monitor, Smartphone } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useDirection } from '../../../theme/useDirection.ts'
import { ChoiceField } from '../../../ui/admin/fields/ChoiceField.tsx'
import type { BrandLook } from '../brandForm.ts'
import { brandsTexts } from '../lang/en.ts'
import { PreviewFrame } from './PreviewFrame.tsx'
import { AdminScreen, ChatScreen, LoginScreen, type ScreenProps } from './screens.tsx'
// Uses the screens' own style sheets, because a separate preview would soon differ from them.
import '../../shell/shell.css'
import '../../thread/chat.css'
import '../../composer/composer.css'
import '../../chat/list/list.css'
import '../../login/login.css'
import '../../../ui/markdown/markdown.css'
import '../../../ui/admin/list.css'
import './preview.css'

const screens = { chat: ChatScreen, login: LoginScreen, admin: AdminScreen } as const
const screenNames = { chat: 'screenChat', login: 'screenLogin', admin: 'screenAdmin' } as const
type Screen = keyof typeof screens
const sizes = { desktop: { width: 560, height: 400 }, phone: { width: 320, height: 560 } } as const
type Size = keyof typeof sizes

interface Props extends Pick<ScreenProps, 'images' | 'name' | 'shownBy'> {
  look: BrandLook
  /** Shown next to the controls. */
  children?: ReactNode
}

/** A live preview of the look: a screen in light and dark, the controls, and notes on the look. */
export function BrandPreview({ look, images, name, shownBy, children }: Props) {
  const t = brandsTexts.useText()
  const [size, setSize] = useState<Size>('desktop')
  const [direction, setDirection] = useState(useDirection())
  const [screen, setScreen] = useState<Screen>('chat')
  const props = { look, images, name, shownBy, phone: size === 'phone' }
  return (
    <section className="brand-preview" aria-labelledby="preview-title">
      <header className="row preview-head">
        <h2 className="h4 grow" id="preview-title">
          {t('preview')}
        </h2>
        <Switches {...{ size, setSize, direction, setDirection, screen, setScreen }} />
      </header>
      <p className="hidden">
        {t('previewSummary', {
          screen: t(screenNames[screen]),
          primary: look.primary.main,
          secondary: look.secondary.main,
        })}
      </p>
      <div className="preview-pair" data-size={size} inert aria-hidden="true" data-preview={screen}>
        <Shown screen={screen} mode="light" size={size} direction={direction} props={props} />
        <Shown screen={screen} mode="dark" size={size} direction={direction} props={props} />
      </div>
      <div className="preview-columns">
        <div className="preview-column" inert aria-hidden="true">
          {screen !== 'login' && (
            <Shown
              screen="login"
              mode="light"
              size="desktop"
              direction={direction}
              props={{ ...props, phone: false }}
            />
          )}
          <Controls look={look} direction={direction} />
        </div>
        {children}
      </div>
    </section>
  )
}

interface ShownProps {
  screen: Screen
  mode: 'light' | 'dark'
  size: Size
  direction: 'ltr' | 'rtl'
  props: ScreenProps
}

function Shown({ screen, mode, size, direction, props }: ShownProps) {
  const Drawn = screens[screen]
  return (
    <PreviewFrame look={props.look} mode={mode} direction={direction} {...sizes[size]}>
      <Drawn {...props} />
    </PreviewFrame>
  )
}

/** The controls in their states. */
function Controls({ look, direction }: { look: BrandLook; direction: 'ltr' | 'rtl' }) {
  const t = brandsTexts.useText()
  return (
    <PreviewFrame look={look} mode="light" direction={direction} width={476} height={72}>
      <div className="row preview-controls">
        <span className="btn pri">{t('buttonPrimary')}</span>
        <span className="btn soft">{t('buttonSoft')}</span>
        <span className="btn out">{t('buttonOutlined')}</span>
        <span className="btn out preview-focused">{t('buttonFocused')}</span>
        <span className="switch on" />
      </div>
    </PreviewFrame>
  )
}

interface SwitchesProps {
  size: Size
  setSize: (size: Size) => void
  direction: 'ltr' | 'rtl'
  setDirection: (direction: 'ltr' | 'rtl') => void
  screen: Screen
  setScreen: (screen: Screen) => void
}

function Switches({ size, setSize, direction, setDirection, screen, setScreen }: SwitchesProps) {
  const t = brandsTexts.useText()
  return (
    <div className="row preview-switches">
      <ChoiceField
        field="previewScreen"
        quiet
        label={t('previewScreen')}
        value={screen}
        change={setScreen}
        options={(Object.keys(screens) as Screen[]).map((key) => ({ key, label: t(screenNames[key]) }))}
      />
      <ChoiceField
        field="previewSize"
        quiet
        label={t('previewSize')}
        value={size}
        change={setSize}
        options={[
          { key: 'desktop', label: <Monitor size={16} />, name: t('desktop') },
          { key: 'phone', label: <Smartphone size={16} />, name: t('phone') },
        ]}
      />
      <ChoiceField
        field="previewDirection"
        quiet
        label={t('previewDirection')}
        value={direction}
        change={setDirection}
        options={[
          { key: 'ltr', label: 'LTR' },
          { key: 'rtl', label: 'RTL' },
        ]}
      />
    </div>
  )
}

import { RotateCcw } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { directionOf } from '../../../base/direction.ts'
import { useObservable } from '../../../base/useObservable.ts'
import { chooseLanguage, type Language, languageNames, languages } from '../../../lang/i18n.ts'
import { changeSettings, resetSettings, settings } from '../../../theme/settings.ts'
import { useDirection } from '../../../theme/useDirection.ts'
import { Tooltip } from '../../../ui/mui/Tooltip.tsx'
import { CustomInstructionsSettings } from '../../customInstructions/CustomInstructionsSettings.tsx'
import { Choice } from '../../frame/Choice.tsx'
import { frameTexts } from '../../frame/lang/en.ts'
import { Panel } from '../../frame/Panel.tsx'
import { MemorySettings } from '../../memories/MemorySettings.tsx'
import { NotificationPreferences } from '../../notifications/NotificationPreferences.tsx'
import { useSettingsChanged } from './useSettingsChanged.ts'

/** Appearance and language in this browser, and notifications. Every change takes effect immediately and is stored. */
export function SettingsPanel() {
  const t = frameTexts.useText()
  const { i18n } = useTranslation()
  const direction = useDirection()
  const { themeMode, themeContrast, themeStretch, singleKeys, sendKey } = useObservable(settings)
  return (
    <Panel title={t('settings')} actions={<Reset />}>
      <Choice
        label={t('appearance')}
        value={themeMode}
        options={(['light', 'dark', 'system'] as const).map((value) => ({ value, text: t(value) }))}
        choose={(mode) => changeSettings({ themeMode: mode })}
      />
      <Choice
        label={t('contrast')}
        value={themeContrast}
        options={[
          { value: 'default', text: t('contrastDefault') },
          { value: 'bold', text: t('contrastBold') },
        ]}
        choose={(contrast) => changeSettings({ themeContrast: contrast })}
      />
      <Choice
        label={t('direction')}
        value={direction}
        options={(['ltr', 'rtl'] as const).map((value) => ({ value, text: t(value) }))}
        // The language's default direction isn't stored, so it continues to follow the language.
        choose={(value) =>
          changeSettings({ themeDirection: value === directionOf(i18n.language) ? undefined : value })
        }
      />
      <Choice
        label={t('language')}
        value={i18n.language as Language}
        options={languages.map((value) => ({ value, text: languageNames[value], lang: value }))}
        choose={(language) => void chooseLanguage(language)}
      />
      <Choice
        label={t('sendKey')}
        value={sendKey}
        options={[
          { value: 'Enter', text: t('sendKeyEnter') },
          { value: 'ShiftEnter', text: t('sendKeyShiftEnter') },
        ]}
        hint={t(sendKey === 'Enter' ? 'sendKeyEnterHint' : 'sendKeyShiftEnterHint')}
        choose={(key) => changeSettings({ sendKey: key })}
      />
      <Switch
        label={t('stretch')}
        hint={t('stretchHint')}
        on={themeStretch}
        turn={(on) => changeSettings({ themeStretch: on })}
      />
      <Switch
        label={t('singleKeys')}
        hint={t('singleKeysHint')}
        on={singleKeys}
        turn={(on) => changeSettings({ singleKeys: on })}
      />
      <CustomInstructionsSettings />
      <MemorySettings />
      <NotificationPreferences />
    </Panel>
  )
}

function Reset() {
  const t = frameTexts.useText()
  const changed = useSettingsChanged()
  return (
    <Tooltip title={t('resetSettings')}>
      <button type="button" className="ib" aria-label={t('resetSettings')} onClick={resetSettings}>
        <span className="badged">
          <RotateCcw size={18} className="flip" />
          {changed && <span className="badge" data-changed />}
        </span>
      </button>
    </Tooltip>
  )
}

function Switch(props: { label: string; hint: string; on: boolean; turn: (on: boolean) => void }) {
  const { label, hint, on, turn } = props
  return (
    <label className="row panel-switch">
      <span className="grow">
        <span className="name">{label}</span>
        <span className="hint">{hint}</span>
      </span>
      <input
        type="checkbox"
        role="switch"
        className="sw"
        checked={on}
        aria-checked={on}
        onChange={(event) => turn(event.target.checked)}
      />
    </label>
  )
}

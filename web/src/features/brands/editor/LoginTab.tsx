import { ChoiceField } from '../../../ui/admin/fields/ChoiceField.tsx'
import { SwitchField } from '../../../ui/admin/fields/SwitchField.tsx'
import { alignments } from '../brandForm.ts'
import { brandsTexts } from '../lang/en.ts'
import type { Editing } from './editing.ts'
import { Inheritance } from './Inheritance.tsx'
import { SingleColor } from './MenuTab.tsx'

/** The background of the sign-in page and the position of its box. */
export function LoginTab({ editing, splash }: { editing: Editing; splash: boolean }) {
  const t = brandsTexts.useText()
  const { look, set, readOnly } = editing
  return (
    <div className="edit-fields">
      <SwitchField
        field="useLoginBackgroundImg"
        label={t('useLoginBackgroundImg')}
        hint={look.useLoginBackgroundImg && !splash ? t('noSplash') : t('loginImageHint')}
        on={look.useLoginBackgroundImg}
        disabled={readOnly}
        change={(on) => set('useLoginBackgroundImg', on)}
        aside={<Inheritance editing={editing} field="useLoginBackgroundImg" />}
      />
      <SingleColor editing={editing} field="loginBackground" />
      <ChoiceField
        field="loginAlignment"
        label={t('loginAlignment')}
        value={look.loginAlignment}
        disabled={readOnly}
        options={alignments.map((key) => ({ key, label: t(key) }))}
        change={(alignment) => set('loginAlignment', alignment)}
        aside={<Inheritance editing={editing} field="loginAlignment" />}
      />
    </div>
  )
}

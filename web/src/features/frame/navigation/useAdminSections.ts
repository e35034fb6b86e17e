import { useActions } from '../../currentUser/data/useActions.ts'
import { useFlags } from '../../instance/data/api.ts'
import { frameTexts } from '../lang/en.ts'
import { adminSections } from './adminSections.ts'
import { builtSections, visibleSections } from './navigation.ts'

/** The administration pages visible to the user, and the first of them, which Management opens. */
export function useAdminSections() {
  const t = frameTexts.useText()
  const { held, mayManage } = useActions()
  const flags = useFlags()
  const sections = mayManage ? builtSections(visibleSections(adminSections(t), { held, flags })) : []
  return { mayManage, sections, firstPath: sections[0]?.items[0]?.path ?? '/admin' }
}

import { useActions } from '../../currentUser/data/useActions.ts'
import { useFlags } from '../../instance/data/api.ts'
import { frameTexts } from '../frameTexts.ts'
import { adminSections } from './adminSections.ts'
import { builtSections, visibleSections } from './navigation.ts'

/** The administration's pages that this person sees, and the first of them: where Management leads. */
export function useAdminSections() {
  const t = frameTexts.useText()
  const { held, mayManage } = useActions()
  const flags = useFlags()
  const sections = mayManage ? builtSections(visibleSections(adminSections(t), { held, flags })) : []
  return { mayManage, sections, firstPath: sections[0]?.items[0]?.path ?? '/admin' }
}

import { ArrowRight } from 'lucide-react'
import { formatList } from '../../../lang/format.ts'
import { Difference, type FieldChange } from '../../../ui/admin/difference/Difference.tsx'
import { AvatarOf } from '../../agentAvatars/AgentAvatar.tsx'
import type { AvatarSource } from '../../agentAvatars/avatarImages.ts'
import { domainLines } from '../agentForm.ts'
import type { Configuration } from '../data/api.ts'
import { agentFieldsTexts } from '../lang/en.ts'
import { useLibraries } from '../useLibraries.ts'
import './draft.css'

const PICTURE = 'avatarFileName'

export interface Compared {
  gptSystemId: string
  changes: readonly FieldChange[]
  /** The picture before the change, and the one after it. */
  pictures: readonly [PictureOf, PictureOf]
}
type PictureOf = (fileName: string) => AvatarSource

/** The differences between two versions of an agent, in the editor's terms. */
export function AgentChanges({ gptSystemId, changes, pictures }: Compared) {
  const t = agentFieldsTexts.useText()
  const shown = useShown()
  const picture = changes.find(({ field }) => field === PICTURE)
  return (
    <>
      {picture && <PictureChange gptSystemId={gptSystemId} change={picture} pictures={pictures} />}
      <Difference
        changes={changes.filter((change) => change !== picture).map(shown)}
        labelOf={(field) => t(field as 'systemPrompt')}
      />
    </>
  )
}

/** Formats values: libraries by name, switches as a word. */
function useShown() {
  const t = agentFieldsTexts.useText()
  const { known } = useLibraries()
  const library = ({
    dataSourceId,
    topK,
    useGraph,
    readMode,
    folders,
  }: Configuration['dataSources'][number]) =>
    t(folders.length > 0 ? 'libraryFoldersTaken' : 'libraryTaken', {
      folders: t('foldersOnly', {
        names: formatList(folders.map((folder) => (folder === '' ? t('folderTop') : folder))),
      }),
      name: known.get(dataSourceId) ?? t('unknownLibrary'),
      passages:
        readMode === 'WholeWhenItFits'
          ? t(useGraph ? 'wholeWithGraph' : 'wholeWithoutGraph')
          : t(useGraph ? 'passagesWithGraph' : 'passagesWithoutGraph', {
              passages: t('topK', { count: topK }),
            }),
    })
  const value = (field: string, of: unknown) => {
    if (typeof of === 'boolean') return t(of ? 'yes' : 'no')
    if (field === 'webSearch' && of) return domainLines(of as Configuration['webSearch'])
    return field === 'dataSources' && Array.isArray(of) ? of.map(library) : of
  }
  return ({ field, before, after }: FieldChange): FieldChange => ({
    field,
    before: value(field, before),
    after: value(field, after),
  })
}

interface Picture extends Omit<Compared, 'changes'> {
  change: FieldChange
}

/** Shows both pictures instead of describing the change. */
function PictureChange({ gptSystemId, change, pictures: [before, after] }: Picture) {
  const t = agentFieldsTexts.useText()
  const of = (sourceOf: PictureOf, fileName: unknown) => (
    <AvatarOf id={gptSystemId} source={typeof fileName === 'string' ? sourceOf(fileName) : null} size={40} />
  )
  return (
    <div className="row agent-picture-change">
      <span className="h4">{t(PICTURE)}</span>
      {of(before, change.before)}
      <ArrowRight size={16} className="flip m3" />
      {of(after, change.after)}
    </div>
  )
}

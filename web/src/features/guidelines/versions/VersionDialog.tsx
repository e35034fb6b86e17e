import { useId } from 'react'
import { formatMoment } from '../../../lang/format.ts'
import { ListSkeleton } from '../../../ui/admin/ListSkeleton.tsx'
import { LoadError } from '../../../ui/LoadError.tsx'
import { uiTexts } from '../../../ui/lang/en.ts'
import { Dialog } from '../../../ui/mui/Dialog.tsx'
import { GuidelinesText } from '../../guidelinesConsent/GuidelinesText.tsx'
import { guidelinesApi } from '../data/api.ts'
import { guidelinesTexts } from '../lang/en.ts'

interface Props {
  guidelinesDocumentId: string
  version: number
  close: () => void
}

/** A published version, with the sections that only the model gets. */
export function VersionDialog({ guidelinesDocumentId, version, close }: Props) {
  const t = guidelinesTexts.useText()
  const common = uiTexts.useText()
  const id = useId()
  const { currentData, error, refetch } = guidelinesApi.useGetVersionQuery({ guidelinesDocumentId, version })
  const sections = currentData?.sections ?? []
  const instructions = sections.filter(({ isInstruction }) => isInstruction)
  return (
    <Dialog open onClose={close} fullWidth maxWidth="md" aria-labelledby={id}>
      <div className="dialog">
        <h2 className="h3 wrap" id={id}>
          {currentData ? <bdi>{currentData.title}</bdi> : t('version', { version })}
        </h2>
        {currentData && (
          <p className="m2">
            {t('version', { version })}
            {' · '}
            {t(currentData.state === 'Upcoming' ? 'from' : 'since', {
              when: formatMoment(currentData.effectiveAt),
            })}
          </p>
        )}
        {error ? (
          <LoadError error={error} retry={refetch} />
        ) : currentData ? (
          <>
            <GuidelinesText sections={sections.filter(({ isInstruction }) => !isInstruction)} />
            {instructions.length > 0 && (
              <section className="guidelines-preview" aria-label={t('isInstruction')}>
                <h3 className="h4">{t('isInstruction')}</h3>
                <GuidelinesText sections={instructions} />
              </section>
            )}
          </>
        ) : (
          <ListSkeleton columns={1} />
        )}
        <div className="row actions">
          <button type="button" className="btn pri" onClick={close}>
            {common('close')}
          </button>
        </div>
      </div>
    </Dialog>
  )
}

import { limits } from '@parlance/contract/limits'
import { SelectField } from '../../../ui/admin/fields/SelectField.tsx'
import { errorText } from '../../../ui/errorText.ts'
import { toast } from '../../../ui/toast.tsx'
import { useChangesInTurn } from '../../../ui/useChangesInTurn.ts'
import { type DataSource, dataSourcesApi } from '../data/api.ts'
import { ChosenLanguages } from './ChosenLanguages.tsx'
import { scansTexts } from './lang/en.ts'

/** How a library reads pages without text. Applies to new files; earlier ones are offered. */
export function LibraryScans({ library }: { library: DataSource }) {
  const t = scansTexts.useText()
  const { dataSourceId, ocr, ocrLanguages, ocrDeployment } = library
  const inTurn = useChangesInTurn(library)
  const [update] = dataSourcesApi.useUpdateLibraryMutation()
  const [scanFiles, scanning] = dataSourcesApi.useScanFilesMutation()
  const { data } = dataSourcesApi.useGetOcrQuery({ dataSourceId })
  const isOn = ocr !== 'Off'
  const models = data?.deployments ?? []
  const isGone = ocrDeployment && !models.some((one) => keyOf(one) === keyOf(ocrDeployment))
  const options = [
    { key: 'Off', label: t('off') },
    ...(data?.isInstalled || ocr === 'Tesseract' ? [{ key: 'Tesseract', label: t('tesseract') }] : []),
    ...(ocr === 'Vision' && isGone ? [ocrDeployment, ...models] : models).map((one) => ({
      key: keyOf(one),
      label: t('model', { name: one.deploymentName }),
    })),
  ]

  function choose(key: string) {
    const deployment = models.find((one) => keyOf(one) === key)
    if (deployment) void change({ ocr: 'Vision', ocrDeployment: deployment })
    else if (key === 'Off' || key === 'Tesseract') void change({ ocr: key })
  }

  async function change(values: Partial<Pick<DataSource, 'ocr' | 'ocrLanguages' | 'ocrDeployment'>>) {
    const { error } = await inTurn(({ version }) =>
      update({ fileLibraryId: dataSourceId, version, ...values }),
    )
    if (error) toast.error(errorText(error))
  }

  async function readEarlier() {
    const { error } = await scanFiles({ dataSourceId })
    if (error) toast.error(errorText(error))
    else toast.success(t('earlierQueued'))
  }

  return (
    <section className="library-sharing">
      <h2 className="h4">{t('section')}</h2>
      <SelectField
        field="ocr"
        label={t('recognize')}
        hint={data && !isOn && !data.isInstalled ? t('notInstalled') : t(`hint${ocr}`)}
        value={ocr === 'Vision' && ocrDeployment ? keyOf(ocrDeployment) : ocr}
        options={options}
        disabled={!data}
        change={choose}
      />
      {ocr === 'Tesseract' && data && (
        <ChosenLanguages
          label={t('languages')}
          hint={t('languagesHint')}
          installed={data.languages}
          chosen={ocrLanguages}
          most={limits.ocrLanguages}
          change={(languages) => void change({ ocrLanguages: languages })}
        />
      )}
      {isOn && data && data.earlierFiles > 0 && (
        <div className="scans-earlier">
          <p className="small m2">{t('earlier', { count: data.earlierFiles })}</p>
          <button
            type="button"
            className="btn soft sm"
            aria-disabled={scanning.isLoading}
            onClick={() => !scanning.isLoading && void readEarlier()}
          >
            {t('readEarlier')}
          </button>
        </div>
      )}
    </section>
  )
}

const keyOf = ({ languageEngine, deploymentName }: NonNullable<DataSource['ocrDeployment']>): string =>
  `${languageEngine} ${deploymentName}`

import type { Report } from '@parlance/contract/analytics'
import { errorTexts } from '../../../ui/errorText.ts'
import { columnsOf } from '../cards/columns.ts'
import { ReportCard } from '../cards/ReportCard.tsx'
import { ReportTable } from '../cards/ReportTable.tsx'
import { hidesAny, sumOf } from '../figures.ts'
import { analyticsTexts } from '../lang/en.ts'

/** Why answers failed, with the text that people saw. */
export function ErrorsCard() {
  const t = analyticsTexts.useText()
  errorTexts.useText()
  return (
    <ReportCard
      report="Errors"
      title={t('report.Errors')}
      summary={summaryOf}
      table={({ rows }) => (
        <ReportTable
          caption={t('report.Errors')}
          columns={columnsOf('Errors', ['code', 'count', 'lastAt'], {
            code: ({ code }) => <ErrorName code={code ?? '–'} />,
          })}
          rows={rows}
          keyOf={({ code }) => code ?? ''}
        />
      )}
    />
  )
}

function ErrorName({ code }: { code: string }) {
  const known = code in errorTexts.english
  return (
    <>
      {known && (
        <span className="error-name">{errorTexts.text(code as keyof typeof errorTexts.english)}</span>
      )}
      <bdi className="mono small m3" dir="ltr">
        {code}
      </bdi>
    </>
  )
}

function summaryOf({ rows }: Report<'Errors'>): string {
  const t = analyticsTexts.text
  if (rows.length === 0) return t('noErrors')
  const count = sumOf(rows.map((row) => row.count))
  return count === 0 && hidesAny(rows) ? t('errorsHidden') : t('errorsTotal', { count })
}

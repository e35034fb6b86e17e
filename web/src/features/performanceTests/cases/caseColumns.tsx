import { formatNumber } from '../../../lang/format.ts'
import type { Column } from '../../../ui/admin/listShape.ts'
import type { TestCase } from '../data/api.ts'
import type { TestsText } from '../lang/en.ts'
import { checkedText } from './caseForm.ts'

export const caseColumns = (t: TestsText, open: (one: TestCase) => void): Column<TestCase>[] => [
  {
    key: 'question',
    label: t('columnQuestion'),
    cell: (one) => (
      <>
        <button type="button" className="text-button case-open" onClick={() => open(one)}>
          <span className="clamp" dir="auto">
            {one.question}
          </span>
        </button>
        {one.turns.length > 0 && (
          <div className="small m3">{t('turnCount', { count: one.turns.length })}</div>
        )}
      </>
    ),
  },
  {
    key: 'expected',
    label: t('columnExpected'),
    width: '24%',
    cell: (one) => (
      <ul>
        {checkedText(one, t).map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    ),
  },
  {
    key: 'tags',
    label: t('columnTags'),
    width: '20%',
    cell: ({ tags }) =>
      tags.length > 0 ? (
        <span className="row case-tags">
          {tags.map((tag) => (
            <bdi key={tag} className="chip">
              {tag}
            </bdi>
          ))}
        </span>
      ) : (
        <span className="m3">{t('none')}</span>
      ),
  },
  {
    key: 'weight',
    label: t('columnWeight'),
    width: '80px',
    cell: ({ weight }) => <span className="num">{formatNumber(weight)}</span>,
  },
]

import { Link } from 'react-router'
import { formatDate } from '../../lang/format.ts'
import type { Column } from '../../ui/admin/listShape.ts'
import { BrandMark } from './BrandMark.tsx'
import type { BrandRow } from './data/api.ts'
import { editPath } from './data/brandPaths.ts'
import type { BrandsText } from './lang/en.ts'

const SHOWN_HOSTS = 2

export const brandColumns = (t: BrandsText): Column<BrandRow>[] => [
  {
    key: 'name',
    label: t('columnName'),
    sort: 'name',
    width: '28%',
    cell: (row) => <NameCell row={row} t={t} />,
  },
  {
    key: 'brandKey',
    label: t('columnKey'),
    sort: 'brandKey',
    width: '15%',
    cell: ({ brandKey }) => <bdi className="mono">{brandKey}</bdi>,
  },
  { key: 'hosts', label: t('columnHosts'), cell: ({ hostNames }) => <Hosts names={hostNames} t={t} /> },
  { key: 'colors', label: t('columnColors'), width: '104px', cell: (row) => <Colors row={row} /> },
  {
    key: 'updatedAt',
    label: t('columnUpdated'),
    sort: 'updatedAt',
    width: '132px',
    cell: ({ updatedAt }) => (
      <time className="num m2" dateTime={updatedAt}>
        {formatDate(updatedAt, { dateStyle: 'medium' })}
      </time>
    ),
  },
]

function NameCell({ row, t }: { row: BrandRow; t: BrandsText }) {
  const { brandKey, name, logoFileName, colors, isDefault } = row
  return (
    <span className="row brand-name">
      <BrandMark brandKey={brandKey} logo={logoFileName} colors={colors} />
      <span className="grow">
        <Link to={editPath(brandKey)} className="list-name">
          <bdi>{name}</bdi>
        </Link>
        {isDefault && <span className="chip p brand-default">{t('default')}</span>}
      </span>
    </span>
  )
}

function Hosts({ names, t }: { names: string[]; t: BrandsText }) {
  if (names.length === 0) return <span className="m3">{t('noHosts')}</span>
  const more = names.length - SHOWN_HOSTS
  return (
    <>
      {names.slice(0, SHOWN_HOSTS).map((name) => (
        <bdi key={name} className="brand-host" title={name}>
          {name}
        </bdi>
      ))}
      {more > 0 && <span className="small m3">{t('moreHosts', { count: more })}</span>}
    </>
  )
}

const Colors = ({ row: { colors } }: { row: BrandRow }) => (
  <span className="row brand-colors">
    {Object.entries(colors).map(([name, color]) => (
      <span key={name} className="swatch small-swatch" style={{ background: color }} title={color} />
    ))}
    <span className="hidden">{Object.values(colors).join(' ')}</span>
  </span>
)

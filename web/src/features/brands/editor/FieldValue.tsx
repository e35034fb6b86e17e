import { shades } from '@parlance/contract/theme/brand'
import { formatList } from '../../../lang/format.ts'
import { type Alignment, isColor } from '../brandForm.ts'
import { brandsTexts } from '../lang/en.ts'

const HASH = /-([0-9a-f]{8})[0-9a-f]*\.\w+$/

/** A field's value for display: colors as swatches with their hex digits, and a word for inherited values. */
export function FieldValue({ field, value }: { field: string; value: unknown }) {
  const t = brandsTexts.useText()
  if (value === null || value === undefined) return <span className="m3">{t('unset')}</span>
  if (typeof value === 'boolean') return value ? t('yes') : t('no')
  if (typeof value === 'string') {
    if (field === 'loginAlignment') return t(value as Alignment)
    // The server's file name only shows whether it is a different file.
    if (field.endsWith('FileName')) return t('imageNamed', { name: HASH.exec(value)?.[1] ?? value })
    return isColor(value) ? <ColorValue color={value} /> : <bdi className="wrap">{value}</bdi>
  }
  if (Array.isArray(value))
    return value.length > 0 ? <bdi className="wrap">{formatList(value.map(String))}</bdi> : t('noHosts')
  const colors = value as Record<string, string>
  return (
    <span className="row color-values">
      {['main', ...shades.filter((shade) => shade !== 'main')]
        .filter((shade) => colors[shade])
        .map((shade) => (
          <ColorValue key={shade} color={colors[shade]!} quiet={shade !== 'main'} />
        ))}
    </span>
  )
}

function ColorValue({ color, quiet = false }: { color: string; quiet?: boolean }) {
  return (
    <span className="color-value" title={color}>
      <span className="swatch value-swatch" style={{ background: isColor(color) ? color : undefined }} />
      <bdi className={quiet ? 'hidden' : 'mono'}>{color}</bdi>
    </span>
  )
}

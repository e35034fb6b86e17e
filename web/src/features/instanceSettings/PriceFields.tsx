import { useState } from 'react'
import { formatList } from '../../lang/format.ts'
import { ConflictDialog } from '../../ui/admin/ConflictDialog.tsx'
import { TextField } from '../../ui/admin/fields/TextField.tsx'
import { useEditForm } from '../../ui/admin/useEditForm.ts'
import { errorText } from '../../ui/errorText.ts'
import { useLeaveGuard } from '../../ui/leaveGuard.ts'
import { type Deployment, instanceSettingsApi, type Purpose } from './data/api.ts'
import { instanceSettingsTexts, type SettingsText } from './lang/en.ts'
import {
  isOwnPrice,
  MOST_OF_A_PRICE,
  type OwnPrice,
  ownPriceOf,
  ownPrices,
  type PriceValues,
  priceErrors,
  priceOf,
  priceValuesOf,
} from './priceForm.ts'
import { deploymentInputOf } from './settingsForm.ts'

interface Props {
  deployment: Deployment
  readOnly: boolean
}

/** The purposes have no field here, but are sent too, so someone else's change to them isn't reverted. */
interface Values {
  price: PriceValues
  imagePrice: string
  minutePrice: string
  speechPrice: string
  purposes: Purpose[]
}

const sides = ['inputPerMillion', 'outputPerMillion'] as const

/** A deployment's price. If someone else has changed it in the meantime, saving asks which price to keep. */
export function PriceFields({ deployment, readOnly }: Props) {
  const t = instanceSettingsTexts.useText()
  const [update] = instanceSettingsApi.useUpdateDeploymentMutation()
  const [tried, setTried] = useState(false)
  const form = useEditForm<Values, Deployment>({
    entity: deployment,
    valuesOf: ({ price, imagePrice, minutePrice, speechPrice, purposes }) => ({
      price: priceValuesOf(price),
      imagePrice: imagePrice === null ? '' : String(imagePrice),
      minutePrice: minutePrice === null ? '' : String(minutePrice),
      speechPrice: speechPrice === null ? '' : String(speechPrice),
      purposes,
    }),
    validate: errorsOf,
    save: ({ price, imagePrice, minutePrice, speechPrice, purposes }, version) =>
      update({
        ...deploymentInputOf(deployment),
        version,
        purposes,
        price: priceOf(price),
        imagePrice: ownPriceOf(imagePrice),
        minutePrice: ownPriceOf(minutePrice),
        speechPrice: ownPriceOf(speechPrice),
      }),
    saved: () => setTried(false),
  })
  const isChanged = (form?.changed.length ?? 0) > 0
  useLeaveGuard(isChanged)
  if (!form) return null
  const { price, purposes } = form.values
  const own = ownPrices.filter(({ purpose }) => purposes.includes(purpose))
  const errors: ReturnType<typeof errorsOf> = tried ? errorsOf(form.values) : {}
  function submit() {
    setTried(true)
    form?.submit()
  }
  return (
    <fieldset className="settings-price" disabled={readOnly}>
      <legend className="switch-label">{t('price')}</legend>
      {sides.map((side) => {
        const error = errors[side]
        return (
          <TextField
            key={side}
            field={side}
            label={t(side)}
            code
            value={price[side]}
            error={error && t(error, { max: MOST_OF_A_PRICE })}
            change={(value) => form.set('price', { ...price, [side]: value })}
          />
        )
      })}
      {own.map(({ field }) => (
        <TextField
          key={field}
          field={field}
          label={t(field)}
          code
          value={form.values[field]}
          error={errors[field] && t(errors[field], { max: MOST_OF_A_PRICE })}
          change={(value) => form.set(field, value)}
        />
      ))}
      {!readOnly && (
        <button
          type="button"
          className="btn out"
          aria-label={t('savePriceOf', { name: deployment.deploymentName })}
          aria-disabled={!isChanged || form.saving}
          onClick={() => isChanged && submit()}
        >
          {t('savePrice')}
        </button>
      )}
      {Boolean(form.error) && (
        <p className="strip e" role="alert">
          {errorText(form.error)}
        </p>
      )}
      <p className="hint">{t('priceHint')}</p>
      {own.map(({ field }) => (
        <p key={field} className="hint">
          {t(`${field}Hint`)}
        </p>
      ))}
      <ConflictDialog form={form} labelOf={(field) => t(field)} show={(_, value) => valueText(value, t)} />
    </fieldset>
  )
}

type PriceError = 'priceInvalid' | 'priceBoth'

function errorsOf(values: Values): Partial<Record<keyof PriceValues | OwnPrice, PriceError>> {
  const wrong = ownPrices.filter(({ field }) => !isOwnPrice(values[field]))
  return {
    ...priceErrors(values.price),
    ...Object.fromEntries(wrong.map(({ field }) => [field, 'priceInvalid'])),
  }
}

function valueText(value: Values[keyof Values], t: SettingsText): string {
  if (Array.isArray(value)) return formatList(value.map((purpose) => t(`purpose.${purpose}`))) || t('none')
  if (typeof value === 'string') return value || t('noPrice')
  return priceOf(value) === null
    ? t('noPrice')
    : formatList(sides.map((side) => `${t(side)}: ${value[side]}`))
}

import { useState } from 'react'
import { localStored } from '../../base/storage.ts'
import { currentUserApi } from '../currentUser/data/api.ts'
import { openTour } from '../openers/openTour.ts'
import { tourTexts } from './lang/en.ts'
import './tourOffer.css'

const KEY = 'tourOffered'

/** Offers the tour once per browser. Neither answer brings the offer back. */
export function TourOffer() {
  const t = tourTexts.useText()
  const { data: me } = currentUserApi.useGetCurrentUserQuery()
  const [offered, setOffered] = useState(() => localStored.read<string[]>(KEY) ?? [])
  if (!me || offered.includes(me.userId)) return null
  const answer = () => {
    const now = [...offered, me.userId]
    localStored.write(KEY, now)
    setOffered(now)
  }
  return (
    <section className="tour-offer" aria-labelledby="tour-offer">
      <p className="grow">
        <strong id="tour-offer">{t('offerTitle')}</strong> {t('offer')}
      </p>
      <button
        type="button"
        className="btn soft sm"
        onClick={() => {
          answer()
          openTour()
        }}
      >
        {t('take')}
      </button>
      <button type="button" className="btn ghost sm" onClick={answer}>
        {t('dismiss')}
      </button>
    </section>
  )
}

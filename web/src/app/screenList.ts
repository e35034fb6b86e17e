import { addScreens, type FeatureScreens } from '../features/frame/screens.ts'

/** The `screens.tsx` of every feature: a new one needs no line here. */
const found = import.meta.glob<FeatureScreens>('../features/*/screens.tsx', {
  eager: true,
  import: 'default',
})
addScreens(Object.values(found))

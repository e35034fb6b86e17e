import type { FeatureScreens } from '../frame/screens.ts'

export default {
  otherAreas: () => import('./auditAreas.ts'),
} satisfies FeatureScreens

import type { Calls } from '../../../testing/case.ts'

export default {
  'instance.getSettings': { access: 'anyone', make: async () => ({}) },
  'instance.listFeatureFlags': { access: 'anyone', make: async () => ({}) },
  'instance.getDataPolicy': { access: 'anyone', make: async () => ({}) },
  'instance.getAbout': { access: 'anyone', make: async () => ({}) },
  'instance.reportClientError': {
    access: 'anyone',
    make: async () => ({
      input: { component: 'screen', message: 'TypeError: no', stack: '', version: '2.2509.3736' },
    }),
  },
} satisfies Calls

import type { email } from '@parlance/contract/email'
import type { webhooks } from '@parlance/contract/webhooks'
import { api } from '../../../api/api.ts'
import { type Answer, type Args, callOf, ifMatch, pages, request } from '../../../api/request.ts'

type Contract = typeof webhooks
export type Webhook = Answer<Contract['listWebhooks']>['items'][number]
export type WebhookEvent = Webhook['events'][number]
type DeliveryPage = Answer<Contract['listWebhookDeliveries']>
export type Delivery = DeliveryPage['items'][number]
export type EmailOutcome = Answer<(typeof email)['sendTestEmail']>['outcome']

const deliveriesOf = (_: unknown, __: unknown, { webhookId }: { webhookId: string }) => [
  { type: 'WebhookDeliveries' as const, id: webhookId },
]

export const webhooksApi = api.injectEndpoints({
  endpoints: (build) => ({
    listWebhooks: build.query<Webhook[], void>({
      query: request('webhooks.listWebhooks'),
      transformResponse: ({ items }: Answer<Contract['listWebhooks']>) => items,
      providesTags: ['Webhooks'],
    }),
    createWebhook: build.mutation<Webhook, Args<Contract['createWebhook']>>({
      query: request('webhooks.createWebhook'),
      invalidatesTags: ['Webhooks'],
    }),
    updateWebhook: build.mutation<Webhook, Args<Contract['updateWebhook']> & { version: number }>({
      query: ({ version, ...input }) => ({
        ...callOf('webhooks.updateWebhook', input),
        headers: ifMatch(version),
      }),
      // An error can mean an outdated version, so the current one is loaded.
      invalidatesTags: (_, __, { webhookId }) => [
        'Webhooks',
        { type: 'WebhookDeliveries' as const, id: webhookId },
      ],
    }),
    removeWebhook: build.mutation<null, Args<Contract['removeWebhook']>>({
      query: request('webhooks.removeWebhook'),
      invalidatesTags: ['Webhooks'],
    }),
    testWebhook: build.mutation<Delivery, Args<Contract['testWebhook']>>({
      query: request('webhooks.testWebhook'),
      invalidatesTags: deliveriesOf,
    }),
    listWebhookDeliveries: build.infiniteQuery<DeliveryPage, { webhookId: string }, string | null>({
      infiniteQueryOptions: pages,
      query: ({ queryArg, pageParam }) =>
        callOf('webhooks.listWebhookDeliveries', {
          ...queryArg,
          continuationToken: pageParam ?? undefined,
        }),
      providesTags: deliveriesOf,
    }),
    getEmailSettings: build.query<Answer<(typeof email)['getEmailSettings']>, void>({
      query: request('email.getEmailSettings'),
    }),
    sendTestEmail: build.mutation<{ outcome: EmailOutcome }, void>({
      query: () => callOf('email.sendTestEmail', {}),
    }),
  }),
})

import type { agents } from '@parlance/contract/agents'
import type { personalAgents } from '@parlance/contract/personalAgents'
import type { Actor } from '../../../platform/access/actor.ts'
import type { RecordChange } from '../../../platform/audit/audit.ts'
import type { Sql } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Call } from '../../../platform/http/call.ts'
import type { ImageAnswer } from '../../../platform/http/files.ts'
import { createImageStore } from '../../../platform/images/imageStore.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { ConfigurationRow } from '../store.ts'
import { recorded } from '../writing.ts'
import * as store from './store.ts'

/** Four times the displayed size, for high-density screens. */
const wanted = { name: 'avatar', shape: { width: 256, height: 256, fit: 'cover' } } as const
/** A file name always refers to the same image. */
const FOR_EVER_SECONDS = 31_536_000

interface Target {
  kind: store.AgentKind
  stateId: string
}

type Upload = Call<typeof agents.uploadAvatar> | Call<typeof personalAgents.uploadAvatar>
type Removal = Call<typeof agents.removeAvatar> | Call<typeof personalAgents.removeAvatar>

/** Agent avatars. Each belongs to a configuration. */
export function createAvatars(platform: Platform, demandPersonal: () => Promise<void>) {
  const { blobs, database } = platform
  const images = createImageStore(platform)

  async function upload(call: Upload, { kind, stateId }: Target) {
    // Rejects the upload before reading the image if the user can't change the draft.
    demandDraft(await store.findChangeable(database.db, call.actor, kind, stateId))
    const image = await images.encodeUpload(call, wanted)
    return images.keeping(
      [image],
      ({ avatarFileName }) => [avatarFileName],
      () =>
        call.change(async (tx, record) => {
          const { version } = await changed(tx, call.actor, { kind, stateId }, image, record)
          return { avatarFileName: image.fileName, version }
        }),
    )
  }

  const remove = (call: Removal, target: Target) =>
    call.change(async (tx, record) => {
      await changed(tx, call.actor, target, null, record)
      return {}
    })

  function answer(
    found: Awaited<ReturnType<typeof store.findAvatarOfAgent>>,
    asked: string | undefined,
    unseen: 'agent.notFound' | 'agent.stateNotFound',
  ): ImageAnswer {
    if (!found) throw new AppError(unseen)
    if (found.fileName === null) throw new AppError('agent.avatarNotFound')
    return {
      mimeType: 'image/webp',
      size: found.size,
      bytes: blobs.read(found.blobKey),
      cacheSeconds: asked === found.fileName ? FOR_EVER_SECONDS : null,
      isPrivate: true,
    }
  }
  const ofState = async (actor: Actor, target: Target, asked: string | undefined) =>
    answer(await store.findAvatarOfState(database.db, actor, target), asked, 'agent.stateNotFound')

  const system = (params: { gptSystemConfigurationStateId: string }) =>
    ({ kind: 'System', stateId: params.gptSystemConfigurationStateId }) as const
  const personal = (params: { configStateId: string }) =>
    ({ kind: 'User', stateId: params.configStateId }) as const

  return {
    system: {
      uploadAvatar: (call: Call<typeof agents.uploadAvatar>) => upload(call, system(call.params)),
      getAvatar: ({ actor, params, input }: Call<typeof agents.getAvatar>) =>
        ofState(actor, system(params), input.fileName),
      removeAvatar: (call: Call<typeof agents.removeAvatar>) => remove(call, system(call.params)),
    },
    personal: {
      async uploadAvatar(call: Call<typeof personalAgents.uploadAvatar>) {
        await demandPersonal()
        return upload(call, personal(call.params))
      },
      getAvatar: ({ actor, params, input }: Call<typeof personalAgents.getAvatar>) =>
        ofState(actor, personal(params), input.fileName),
      async removeAvatar(call: Call<typeof personalAgents.removeAvatar>) {
        await demandPersonal()
        return remove(call, personal(call.params))
      },
      async getCommonAvatar({ actor, params, input }: Call<typeof personalAgents.getCommonAvatar>) {
        const found = await store.findAvatarOfAgent(database.db, actor, params.gptSystemId)
        return answer(found, input.fileName, 'agent.notFound')
      },
    },
  }
}

function demandDraft(found: ConfigurationRow | null): ConfigurationRow {
  if (!found) throw new AppError('agent.stateNotFound')
  if (found.status !== 'Draft') throw new AppError('agent.stateNotDraft')
  return found
}

/** Sets or removes the avatar of a draft that the user can change, and records it. */
async function changed(
  tx: Sql,
  actor: Actor,
  { kind, stateId }: Target,
  avatar: store.Avatar | null,
  record: RecordChange,
): Promise<ConfigurationRow> {
  const before = demandDraft(await store.lockChangeable(tx, actor, kind, stateId))
  if (before.avatarFileName === null && avatar === null) throw new AppError('agent.avatarNotFound')
  const after = await store.writeAvatar(tx, stateId, avatar)
  record({
    entityType: 'ConfigurationState',
    entityId: stateId,
    entityName: after.gptSystemName,
    before: recorded(before),
    after: recorded(after),
  })
  return after
}

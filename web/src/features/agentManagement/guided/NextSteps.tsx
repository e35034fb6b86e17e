import { CircleAlert } from 'lucide-react'
import { Link } from 'react-router'
import { SaveError } from '../../../ui/admin/SaveError.tsx'
import { usePermissionNames } from '../../../ui/permissions/permissionName.tsx'
import { dataSourcesApi } from '../../dataSources/data/api.ts'
import { publicPageOfAgentPath } from '../data/agentPaths.ts'
import type { ManagedAgent } from '../data/api.ts'
import { publicPageApi } from '../publicPage/data/publicPageApi.ts'
import { ObstacleItem } from '../publicPage/ObstacleItem.tsx'
import { EmbedCode } from '../publicPage/ShareSection.tsx'
import { guidedTexts } from './lang/en.ts'
import '../publicPage/publicPage.css'

interface Props {
  agent: ManagedAgent
  dataSourceId: string
}

/** What is left to do until visitors can chat, and the code for the website. Nothing becomes public here. */
export function NextSteps({ agent, dataSourceId }: Props) {
  const t = guidedTexts.useText()
  const { fullNameOf } = usePermissionNames()
  if (!agent.mayPublish)
    return (
      <p className="strip w">
        <CircleAlert size={16} />
        <span className="grow">{t('stillPublish', { action: fullNameOf('GptSystemsPublish') })}</span>
      </p>
    )
  return <PageSteps agent={agent} dataSourceId={dataSourceId} />
}

function PageSteps({ agent, dataSourceId }: Props) {
  const t = guidedTexts.useText()
  const { gptSystemId } = agent
  const { data, error, refetch } = publicPageApi.useGetPublicPageQuery(
    { gptSystemId },
    { refetchOnMountOrArgChange: true },
  )
  const { data: library } = dataSourcesApi.useGetDataSourceQuery({ dataSourceId })
  if (!data) return <SaveError error={error} retry={refetch} />
  const { publicEndpoint, url, obstacles } = data
  // The server lists it only for a published agent, but it will be in the way then.
  const isLibraryClosed =
    library && !library.mayBePublic && !obstacles.some(({ kind }) => kind === 'LibraryNotPublic')
  const link = <Link to={publicPageOfAgentPath(gptSystemId)}>{t('openPage')}</Link>
  return (
    <>
      {!publicEndpoint?.enabled && (
        <div className="strip info public-obstacles">
          <CircleAlert size={16} />
          <div className="grow wrap">
            <p>{t('still')}</p>
            <ul>
              {obstacles.map((obstacle) => (
                <li key={obstacle.kind}>
                  <ObstacleItem obstacle={obstacle} gptSystemId={gptSystemId} />
                </li>
              ))}
              {isLibraryClosed && (
                <li>
                  {t('allowLibrary')}{' '}
                  <Link to={`/admin/datasource/${dataSourceId}/edit`}>
                    <bdi>{library.name}</bdi>
                  </Link>
                </li>
              )}
              <li>
                {t('turnOn')} {link}
              </li>
            </ul>
          </div>
        </div>
      )}
      {publicEndpoint && url && publicEndpoint.allowedOrigins.length > 0 ? (
        <EmbedCode agent={agent} page={publicEndpoint} url={url} />
      ) : (
        <p className="hint">
          {t('snippetLater')} {link}
        </p>
      )}
    </>
  )
}

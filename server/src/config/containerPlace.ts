/** A bucket of Amazon S3, or of a server with the same protocol. */
export interface S3Place {
  kind: 'S3'
  /** Names the place in messages, without anything secret. */
  name: string
  /** Where requests go. */
  origin: string
  bucket: string
  region: string
  /** The URL of a server that isn't Amazon's. */
  endpoint: string | null
  /** Null: the machine's own identity at Amazon. */
  credentials: { accessKeyId: string; secretAccessKey: string } | null
}

/** A container of Azure Blob Storage. */
export interface AzurePlace {
  kind: 'Azure'
  name: string
  origin: string
  /** The URL of the container, with its shared access signature if there is no key. */
  url: string
  credentials: { account: string; key: string } | null
}

/** Where a container for files is, and how to sign in to it. */
export type ContainerPlace = S3Place | AzurePlace

/** Why the URL or the key of a container can't be used. */
export interface ContainerError {
  field: 'url' | 'key'
  message: string
}

const wrong = (field: ContainerError['field'], message: string): ContainerError => ({ field, message })

/** Names of buckets, as Amazon allows them. */
const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/
const REGION = /^[a-z0-9-]{1,50}$/
const ENDPOINT = /^https?:\/\/[^/?#@\s]+\/?$/

/**
 * Reads where a container is. `url`: `s3://BUCKET?region=REGION`, with `&endpoint=https://…` for a server that isn't
 * Amazon's, or the URL of a container in Azure Blob Storage. `key`: `ACCESS_KEY_ID:SECRET` for S3; for Azure the key of
 * the account or a shared access signature, which can also be in the URL. Null to use the machine's own identity at
 * Amazon.
 */
export function readContainer(url: string, key: string | null): ContainerPlace | ContainerError {
  const parsed = URL.canParse(url) ? new URL(url) : null
  if (parsed?.username || parsed?.password) return wrong('url', 'must not have a username or password')
  if (parsed?.protocol === 's3:') return readS3(parsed, key)
  if (parsed && ['https:', 'http:'].includes(parsed.protocol)) return readAzure(parsed, key)
  return wrong('url', 'must be s3://BUCKET?region=REGION, or the URL of a container in Azure Blob Storage')
}

function readS3(url: URL, key: string | null): ContainerPlace | ContainerError {
  const { searchParams: given, hostname: bucket } = url
  const unknown = [...given.keys()].find((name) => !['region', 'endpoint'].includes(name))
  if (unknown) return wrong('url', `must not have the parameter ${unknown}`)
  if (!BUCKET.test(bucket) || !['', '/'].includes(url.pathname))
    return wrong('url', 'must name a bucket and nothing in it, such as s3://my-bucket?region=eu-central-1')
  const endpoint = given.get('endpoint')
  const region = given.get('region') ?? (endpoint === null ? '' : 'us-east-1')
  if (!REGION.test(region))
    return wrong('url', 'must have the region of the bucket, such as ?region=eu-central-1')
  if (endpoint !== null && !(ENDPOINT.test(endpoint) && URL.canParse(endpoint)))
    return wrong('url', 'must have an endpoint such as https://minio.example.com')
  const [, accessKeyId, secretAccessKey] = /^([^:\s]+):(\S+)$/.exec(key ?? '') ?? []
  if (key !== null && !(accessKeyId && secretAccessKey)) return wrong('key', 'must be ACCESS_KEY_ID:SECRET')
  return {
    kind: 'S3',
    name: endpoint ? `s3://${bucket} at ${new URL(endpoint).host}` : `s3://${bucket}`,
    origin: endpoint ? new URL(endpoint).origin : `https://${bucket}.s3.${region}.amazonaws.com`,
    bucket,
    region,
    endpoint,
    credentials: accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : null,
  }
}

function readAzure(url: URL, key: string | null): ContainerPlace | ContainerError {
  const names = url.pathname.split('/').filter(Boolean)
  // Servers for development have the account in the path.
  const hasOwnHost = url.hostname.includes('.blob.')
  const account = hasOwnHost ? url.hostname.split('.')[0] : names[0]
  if (names.length !== (hasOwnHost ? 1 : 2) || !account)
    return wrong(
      'url',
      'must be the URL of a container, such as https://my-account.blob.core.windows.net/my-container',
    )
  if (key !== null && url.search !== '')
    return wrong('url', 'must not have a shared access signature if there is a key')
  const isSignature = key !== null && new URLSearchParams(key).has('sig')
  if (key === null && !url.searchParams.has('sig'))
    return wrong('key', 'must be the key of the account, or a shared access signature')
  if (key !== null && !isSignature && !/^[A-Za-z0-9+/]+=*$/.test(key))
    return wrong('key', 'must be the key of the account, or a shared access signature')
  return {
    kind: 'Azure',
    name: `${url.origin}${url.pathname}`,
    origin: url.origin,
    url: isSignature ? `${url.href}?${key.replace(/^\?/, '')}` : url.href,
    credentials: key === null || isSignature ? null : { account, key },
  }
}

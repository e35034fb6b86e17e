import type { Translate } from '../../../../lang/texts.ts'
import { texts } from '../../../../lang/texts.ts'

const en = {
  newTitle: 'New file library',
  library: 'Library',
  name: 'Name',
  nameRequired: 'Enter a name',
  tooLong: 'Use {{max, n}} characters or fewer',
  description: 'Description',
  type: 'Storage and search',
  'type.default': 'This instance',
  'type.explicit': 'Own endpoints',
  'typeHint.default':
    'Files are stored where this instance stores its files. Its embedding deployment and its database are used for searches.',
  'typeHint.explicit':
    'Files are stored in your own container. The library can have its own embedding deployment and search index.',
  notConfirmed:
    'This library was restored from a backup. Until its endpoints are saved again, no files are added or deleted in its container, because the instance that was backed up may still use it. Enter the key to save them.',
  indexNotConfirmed:
    'Enter another index name too, because that instance may still use the index. The files are then indexed again.',
  container: 'Container for files',
  containerHint:
    'Only this library’s files are stored there, in a folder of their own. Deleting a file also deletes it there. The instance’s backups don’t contain them.',
  containerUrl: 'Container URL',
  containerUrlHint:
    'Amazon S3: s3://my-bucket?region=eu-central-1. Another S3 server: add &endpoint=https://minio.example.com. Azure: https://my-account.blob.core.windows.net/my-container.',
  containerUrlWrong: 'Enter an s3:// or https:// URL',
  containerFixed: 'The container can be changed while the library has no files.',
  containerKey: 'Key',
  containerKeyHint:
    'S3: ACCESS_KEY_ID:SECRET. Azure: the account key, or a shared access signature. It must be able to read, write, delete, and list.',
  keyRequired: 'Enter the key',
  keyStored: 'A key is stored. Leave this empty to keep it.',
  keyStoredEnding: 'The stored key ends in {{lastFour}}. Leave this empty to keep it.',
  embedding: 'Search by meaning',
  embeddingHint:
    'Optional. The names, headings, and passages of this library and the questions about it are sent only to this deployment. Without one, the library is searched by words.',
  endpoint: 'Endpoint URL',
  endpointHint:
    'An Azure OpenAI resource, or a server that supports OpenAI’s protocol, such as https://models.example.com/v1.',
  endpointRequired: 'Enter the URL of the deployment',
  endpointWrong: 'Enter an https URL',
  deployment: 'Deployment',
  deploymentRequired: 'Enter the name of the deployment',
  embeddingKey: 'API key',
  embeddingKeyHint: 'Leave this empty if the server needs none.',
  index: 'Search index',
  indexHint:
    'Optional. This library is searched in another PostgreSQL database, which contains its terms, passages, and vectors. Deleting a file also deletes them there. The instance’s backups don’t contain this index.',
  databaseUrl: 'Database URL',
  databaseUrlHint:
    'For example, postgres://parlance@db.example.com:5432/search. Leave this empty to search in the database of this instance. The connection must be encrypted, with a valid certificate. For a host listed in EGRESS_ALLOW, you can add ?sslmode=disable.',
  databaseUrlRequired: 'Enter the URL of the database',
  databaseUrlWrong: 'Enter a URL such as postgres://user@host:5432/database',
  databaseUrlPassword: 'Enter the password in its own field, not in the URL',
  indexName: 'Index name',
  indexNameHint: 'A schema in that database. If it doesn’t exist, it is created.',
  indexNameRequired: 'Enter a name for the index',
  indexNameWrong: 'Use lowercase letters a–z, digits, and underscores. Don’t start with a digit or pg_.',
  indexFixed: 'The index can be changed while the library has no files.',
  databasePassword: 'Database password',
  databasePasswordHint: 'Leave this empty if the database needs none.',
  passwordStored: 'A password is stored. Leave this empty to keep it.',
  passwordStoredEnding: 'The stored password ends in {{lastFour}}. Leave this empty to keep it.',
  test: 'Test',
  testHint: 'The endpoints are also tested when you save.',
  testing: 'Testing…',
  testNow: 'Test endpoints',
  'probe.BlobContainer': 'Container',
  'probe.Embedding': 'Embedding deployment',
  'probe.Index': 'Index database',
  reachable: 'Works',
  reachableDimensions: 'Works, {{count, n}} dimensions',
  testedAt: 'Tested on {{date}} at {{time}}',
  create: 'Create library',
  save: 'Save library',
  saved: '{{name}} saved',
  readOnly: 'You can view this library. To change it, you need {{action}}.',
  toFiles: 'Files',
}

export const endpointsTexts = texts('endpoints', en, { ar: () => import('./ar.ts') })
export type EndpointsText = Translate<(typeof endpointsTexts)['english']>

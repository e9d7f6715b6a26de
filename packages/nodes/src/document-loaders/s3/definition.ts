import { AWS_REGIONS, credentialInput, defineNode } from '@runnel/node-kit'
import { loaderDefinition, provideLoader } from '../loader-definition.ts'

/** A file of S3 as documents. */
export const S3 = defineNode({
  definition: loaderDefinition({
    name: 'S3',
    label: 'S3',
    version: 5,
    icon: 'IconDatabase',
    description: 'A file in a bucket of S3',
    reads: 'servers',
    credential: { ...credentialInput({ name: 'awsApi' }), optional: true },
    differs: 'The file is read here, as its ending says: it is not sent to Unstructured.',
    source: [
      {
        label: 'Bucket',
        name: 'bucketName',
        type: 'string',
        overridable: true,
        placeholder: 'my-bucket',
        identifies: true,
      },
      {
        label: 'Object Key',
        name: 'keyName',
        type: 'string',
        overridable: true,
        placeholder: 'handbook.pdf',
      },
      {
        label: 'Region',
        name: 'region',
        type: 'options',
        namesNoHost: true,
        options: AWS_REGIONS.map((name) => ({ label: name, name })),
        default: 'us-east-1',
      },
    ],
  }),

  provides: provideLoader(async () => (await import('./load.ts')).loadObject),
})

import { AWS_REGIONS, credentialInput, defineNode } from '@runnel/node-kit'
import { loaderDefinition, provideLoader } from '../loader-definition.ts'

/** Files of a bucket of S3 as documents. */
export const s3Directory = defineNode({
  definition: loaderDefinition({
    name: 's3Directory',
    label: 'S3 Directory',
    version: 4,
    icon: 'IconFolder',
    description: 'The files in a bucket of S3',
    reads: 'servers',
    credential: { ...credentialInput({ name: 'awsApi' }), optional: true },
    sendsCredentialTo: ['serverUrl'],
    source: [],
    settings: [
      {
        label: 'Bucket',
        name: 'bucketName',
        type: 'string',
        overridable: true,
        placeholder: 'my-bucket',
        identifies: true,
      },
      {
        label: 'Region',
        name: 'region',
        type: 'options',
        namesNoHost: true,
        options: AWS_REGIONS.map((name) => ({ label: name, name })),
        default: 'us-east-1',
      },
      {
        label: 'Server URL',
        name: 'serverUrl',
        type: 'string',
        placeholder: 'https://s3.example.com',
        description: 'Of another server than AWS that speaks S3',
        optional: true,
        additionalParams: true,
      },
      {
        label: 'Prefix',
        name: 'prefix',
        type: 'string',
        overridable: true,
        placeholder: 'handbook/',
        description: 'Only files whose keys begin so',
        optional: true,
        additionalParams: true,
      },
      {
        label: 'Pdf Usage',
        name: 'pdfUsage',
        type: 'options',
        options: [
          { label: 'One document per page', name: 'perPage' },
          { label: 'One document per file', name: 'perFile' },
        ],
        default: 'perPage',
        optional: true,
        additionalParams: true,
      },
    ],
  }),

  provides: provideLoader(async () => (await import('./load.ts')).loadDirectory),
})

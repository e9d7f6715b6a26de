/** A bucket of an S3-compatible store, addressed by path (`origin/bucket/key`). */
export interface S3Location {
  kind: 's3'
  /** `https://host` or `http://host:port`. */
  origin: string
  bucket: string
  /** Put before every key: empty, or ending with a slash. */
  prefix: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

/** Where blobs are kept. */
export type BlobsLocation = { kind: 'folder'; folder: string } | S3Location

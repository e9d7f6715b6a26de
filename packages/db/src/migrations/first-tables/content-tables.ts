/**
 * Tables of files and of vectors. The bytes of a file lie in the blob store, and several rows may name one blob; the
 * vectors of a collection are 32-bit floats, one row for each text.
 */
export const contentTables: readonly string[] = [
  `create table "files" (
    "id" text primary key,
    "workspaceId" text not null references "workspaces" ("id") on delete cascade,
    "blobId" text not null, "name" text not null, "mediaType" text not null,
    "size" bigint not null check ("size" >= 0), "sha256" text not null,
    "ownerKind" text not null, "ownerId" text not null, "sessionId" text, "chatId" text,
    "createdAt" bigint not null)`,
  `create index "filesByOwner" on "files" ("workspaceId", "ownerKind", "ownerId", "createdAt")`,
  `create index "filesByContent" on "files" ("workspaceId", "sha256")`,
  `create index "filesByBlob" on "files" ("blobId")`,
  `create table "vectorCollections" (
    "id" text primary key,
    "workspaceId" text not null references "workspaces" ("id") on delete cascade,
    "key" text not null, "name" text not null, "dimensions" integer not null check ("dimensions" > 0),
    "embedder" text not null, "state" text not null, "count" integer not null check ("count" >= 0),
    "createdAt" bigint not null, "lastUsedAt" bigint not null,
    unique ("id", "workspaceId"))`,
  `create unique index "vectorCollectionsReady" on "vectorCollections" ("workspaceId", "key") where "state" = 'ready'`,
  `create index "vectorCollectionsByName" on "vectorCollections" ("workspaceId", "name", "createdAt")`,
  `create index "vectorCollectionsByUse" on "vectorCollections" ("lastUsedAt")`,
  `create table "vectorEntries" (
    "collectionId" text not null, "n" integer not null, "workspaceId" text not null,
    "contentHash" text not null, "text" text not null, "metadata" text not null, "embedding" bytea not null,
    primary key ("collectionId", "n"),
    foreign key ("collectionId", "workspaceId") references "vectorCollections" ("id", "workspaceId")
      on delete cascade)`,
]

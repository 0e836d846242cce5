/** Where the owner finds the values of a storage, vendor by vendor. */
export const storageGuides = [
  {
    name: 'Cloudflare R2',
    steps: [
      'In the Cloudflare dashboard open R2 Object Storage and create a bucket.',
      'Under “Manage API tokens” create a token with “Object Read & Write” for that bucket.',
      'It shows the access key ID and the secret access key once, and below them the address, which ends in r2.cloudflarestorage.com.',
    ],
  },
  {
    name: 'Backblaze B2',
    steps: [
      'Under “Buckets” create a private bucket; its “Endpoint” is the address, with https:// before it.',
      'Under “Application Keys” add a key with read and write access to that bucket.',
      '“keyID” is the access key ID, “applicationKey” the secret key. It is shown once.',
    ],
  },
  {
    name: 'AWS S3',
    steps: [
      'In S3 create a bucket with all public access blocked. The address is https://s3.REGION.amazonaws.com, with the region of the bucket.',
      'In IAM create a user that may list the bucket, and put, get and delete objects in it.',
      'Under “Security credentials” of that user create an access key; the secret is shown once.',
    ],
  },
  {
    name: 'Any other that speaks S3',
    steps: [
      'It tells you an address (often called endpoint), a bucket, an access key and a secret key.',
      'Enter the region, too, where it names one.',
    ],
  },
] as const

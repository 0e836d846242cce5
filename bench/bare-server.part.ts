import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

// A bare node:http server, in a process of its own, that sends the very bytes and headers of the page at `address`.
const [address = ''] = process.argv.slice(2)
const HOP_BY_HOP = new Set(['date', 'connection', 'keep-alive', 'transfer-encoding'])

const page = await new Promise<{ headers: string[]; body: Buffer }>((resolve, reject) => {
  request(address, { headers: { 'accept-encoding': 'gzip, deflate, br' } }, (answer) => {
    const parts: Buffer[] = []
    answer.on('data', (part) => parts.push(part))
    answer.on('end', () => {
      const headers: string[] = []
      for (let at = 0; at < answer.rawHeaders.length; at += 2) {
        const [name = '', value = ''] = answer.rawHeaders.slice(at, at + 2)
        // Node adds these itself, as it does for the product.
        if (!HOP_BY_HOP.has(name.toLowerCase())) headers.push(name, value)
      }
      resolve({ headers, body: Buffer.concat(parts) })
    })
  })
    .on('error', reject)
    .end()
})

const server = createServer((_request, response) => {
  response.writeHead(200, page.headers)
  response.end(page.body)
})
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo
  process.send?.({ url: `http://127.0.0.1:${port}` })
})
process.on('message', (wish) => {
  if (wish === 'cpu') process.send?.({ cpu: process.cpuUsage() })
  else process.exit(0)
})
process.on('disconnect', () => process.exit(0))

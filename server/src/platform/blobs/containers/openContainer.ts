import type { ContainerPlace } from '../../../config/containerPlace.ts'
import type { Egress } from '../../egress/egress.ts'
import type { Container } from './container.ts'

/** Loads the client of the container's kind, which is large, only if it is used. */
export async function openContainer(place: ContainerPlace, egress: Egress): Promise<Container> {
  if (place.kind === 'S3') return (await import('./s3.ts')).createS3Container(place, egress)
  return (await import('./azure.ts')).createAzureContainer(place, egress)
}

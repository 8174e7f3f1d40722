/**
 * Docker: a container runs code on this machine, with what is mounted into it. Creating one is as good as running it.
 */
import type { RatingPack } from '../packs.ts'

export const DOCKER_PACK: RatingPack = {
  name: 'docker',
  source: 'mcp-server-docker 0.2.1 of 2025-06-04',
  date: '2026-11-15',
  servers: ['python:mcp-server-docker', 'program:mcp-server-docker'],
  tools: {
    list_containers: 'low',
    fetch_container_logs: 'low',
    list_images: 'low',
    list_networks: 'low',
    list_volumes: 'low',
    start_container: 'medium',
    pull_image: 'medium',
    create_network: 'medium',
    create_volume: 'medium',
    create_container: 'high',
    run_container: 'high',
    recreate_container: 'high',
    stop_container: 'high',
    remove_container: 'high',
    push_image: 'high',
    build_image: 'high',
    remove_image: 'high',
    remove_network: 'high',
    remove_volume: 'high',
  },
  knownDestructive: [],
}

import type { Campaign } from './campaign.ts';
import { tryContainers } from './containers/try-containers.ts';

export const containers: Campaign = {
  counted: 'stops',
  usually: 3,
  help: [
    'times that the container is started and stopped under load; before that its image is built from ops/compose',
    'and looked through, and the files of Compose and Kubernetes are checked by their own tools',
    'It needs buildah, podman, mmdebstrap, kubectl and docker-compose, and installs nothing',
  ],
  run: async ({ databaseUrl, count, onProgress }) => {
    const findings = await tryContainers({ databaseUrl, stops: count, onProgress });
    return {
      lines: findings.map(({ name, figure, isGood }) => [`${isGood ? 'good' : 'WRONG'}: ${name}`, figure]),
      isFlawless: findings.every(({ isGood }) => isGood),
    };
  },
};

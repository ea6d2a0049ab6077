"""Start the service: ``python -m app``."""

import uvicorn

from app.logs import set_up_logs
from app.protocol import BoundedProtocol
from app.settings import settings


def main() -> None:
    """Serve on the port and address of the settings until told to stop."""
    set_up_logs(settings.log_level)
    uvicorn.run(
        "app.main:app",
        host=settings.host,
        port=settings.port,
        loop="uvloop",
        http=BoundedProtocol,
        ws="none",
        access_log=False,
        proxy_headers=False,
        server_header=False,
        log_config=None,
        timeout_graceful_shutdown=settings.graceful_seconds,
    )


if __name__ == "__main__":
    main()

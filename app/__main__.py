"""Start the service: ``python -m app``."""

import sys

import uvicorn
from pydantic import ValidationError


def main() -> int:
    """Serve on the port and address of the settings until told to stop."""
    try:
        from app.settings import settings  # noqa: PLC0415 - a wrong setting is told, not traced
    except ValidationError as error:
        for fault in error.errors():
            sys.stderr.write(f"setting {fault['loc'][0]}: {fault['msg']}\n")
        return 2
    from app.edge.logs import set_up_logs  # noqa: PLC0415
    from app.edge.protocol import BoundedProtocol  # noqa: PLC0415

    set_up_logs(settings.log_level)
    uvicorn.run(
        "app.main:app",
        host=settings.host,
        port=settings.port,
        loop="uvloop",
        http=BoundedProtocol,
        ws="none",
        log_config=None,
        access_log=False,
        proxy_headers=False,
        server_header=False,
        timeout_graceful_shutdown=settings.graceful_seconds,
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
